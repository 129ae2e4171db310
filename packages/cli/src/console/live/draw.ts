import { type Caps, counted } from "@llmch/app/drawing";
import type { LiveCompile, LiveOrder, LiveState } from "@llmch/story/live";
import type { Colors } from "../paint.ts";
import { type Canvas, NO_CAPS, type Row } from "./canvas.ts";
import { clock, spentOf } from "./figures.ts";
import { cut, fit, fitFields } from "./fit.ts";
import { frontField, lanesOf } from "./lanes.ts";
import { movingRow } from "./moving-row.ts";
import { orderRow } from "./order-row.ts";

/** The most waiting orders that are named. */
const MOST_WAITING = 6;
/**
 * The view as lines, none wider than the terminal, and fewer than its rows: the cursor needs one. Shows what runs, the moving line, what
 * comes next, and totals. Orders that ended are left out: their lines were printed above.
 */
export const drawLive = (state: LiveState, canvas: Canvas): string[] => {
  const { columns, rows, colors } = canvas;
  // Leave the last column free: some terminals wrap when it is written.
  const width = Math.max(1, columns - 1);
  const height = Math.max(0, rows - 1);
  const open = state.orders.filter((order) => order.state === "running");
  const running = open.slice(-1);
  const waiting = state.orders.filter((order) => order.state === "waiting");
  const [work] = state.compile === null ? running : [state.compile];
  const totals = totalsLine(state, canvas.now, width, canvas.caps);
  const below: Row[] = totals === "" ? [] : [[totals, colors.dim]];
  const current =
    state.jobs > 1
      ? lanesOf(open, { width, height: height - below.length }, canvas)
      : running.map((order) => orderRow(order, width, canvas));
  if (state.compile !== null) current.push(compileRow(state.compile, canvas));
  const moving = work === undefined || state.jobs > 1 ? [] : [movingRow(work, width, canvas)];
  const room = height - current.length - moving.length - below.length;
  const all = [...current, ...moving, ...nextRows(waiting, room, width, colors), ...below];
  // If there is hardly any room, what runs matters most.
  return all.slice(0, height).map(([text, paint]) => paint(cut(text, width)));
};

/** Progress and spending against the limits, in a line; empty if there is only one order, whose own line says it. */
export const totalsLine = (state: LiveState, now: number, width: number, caps: Caps = NO_CAPS): string => {
  const { orders, compile, spending } = state;
  const isOne = compile === null && orders.length < 2;
  if (isOne && caps.usd === null && caps.tokens === null && caps.minutes === null) return "";
  const count = (wanted: LiveOrder["state"]) => orders.filter((order) => order.state === wanted).length;
  const stopped = count("failed") + count("error");
  const skipped = count("skipped");
  const done = compile === null ? `${count("passed")} of ${orders.length} done` : judgedInWords(compile);
  const limit = caps.minutes === null ? "" : ` of ${clock(caps.minutes * 60_000)}`;
  return fitFields(
    [
      isOne ? "" : done,
      `${clock(now - state.started_at)}${limit}`,
      state.jobs > 1 ? frontField(state) : "",
      stopped === 0 || isOne ? "" : `${stopped} stopped`,
      ...spentOf(spending, caps),
      skipped === 0 || isOne ? "" : `${skipped} done before`,
    ],
    width,
  );
};

const judgedInWords = ({ judged }: LiveCompile): string => {
  const refused = judged.filter(({ errors }) => errors > 0).length;
  const last = judged.at(-1);
  if (last === undefined) return "no answer yet";
  const found = last.errors === 0 ? "valid" : `${counted(last.errors, "error")} in the last`;
  return refused === 0 ? found : `${refused} refused, ${found}`;
};

const compileRow = (compile: LiveCompile, { now, colors }: Canvas): Row => {
  const attempt = compile.attempt === 0 ? "begins" : `attempt ${compile.attempt} of ${compile.max_attempts}`;
  const elapsed = clock(now - (compile.started_at ?? now));
  return [`▸ ${attempt}  ${elapsed}`, (text) => text.replace(/^▸/, colors.cyan)];
};

const nextRows = (waiting: readonly LiveOrder[], room: number, width: number, { dim }: Colors): Row[] => {
  const most = Math.min(room, MOST_WAITING);
  if (most < 1) return [];
  const named = waiting.length <= most ? waiting : waiting.slice(0, most - 1);
  const rows = named.map(({ order, title }): Row => [`  ${fit(`${order}  ${title}`, width - 2)}`, dim]);
  const more = waiting.length - named.length;
  return more === 0 ? rows : [...rows, [`  … ${more} more`, dim]];
};
