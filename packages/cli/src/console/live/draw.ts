import { counted } from "@llmch/contract";
import type { LiveCompile, LiveDoing, LiveOrder, LiveState } from "@llmch/story/live";
import type { Colors } from "../paint.ts";
import { clock, spent, spentOf } from "./figures.ts";
import { cut, fit, fitFields, widthOf } from "./fit.ts";

/** The place that the view is drawn for. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The line that moves, where something was heard: a model's reasoning, whose end matters, or a command's output. */
  readonly heard: { readonly text: string; readonly keep: "start" | "end" } | null;
  /** When anything was heard last. */
  readonly heardAt?: number;
  /** What all of it may take. */
  readonly caps?: Caps;
  readonly colors: Colors;
}

/** What a command may take at most; null where nothing bounds it. */
export interface Caps {
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly minutes: number | null;
}
export const NO_CAPS: Caps = { usd: null, tokens: null, minutes: null };

/** Orders that are named besides the one that runs. */
const MOST_WAITING = 6;
/** Columns of a title: others are left out before it gets less, and it never gets more. */
const LEAST_TITLE = 8;
const MOST_TITLE = 60;

/** A line before it is cut to the terminal's width, and what colours it then. */
type Row = readonly [text: string, paint: (text: string) => string];

/**
 * The view as lines, none wider than the terminal, and at least one less than it has rows: the cursor needs one. What runs,
 * the moving line, what comes next, and totals. Orders that ended are not in it: their lines were printed above.
 */
export const drawLive = (state: LiveState, canvas: Canvas): string[] => {
  const { columns, rows, colors } = canvas;
  // The last column stays free: not every terminal can write there without going to the next line.
  const width = Math.max(1, columns - 1);
  const height = Math.max(0, rows - 1);
  const running = state.orders.filter((order) => order.state === "running").slice(-1);
  const waiting = state.orders.filter((order) => order.state === "waiting");
  const [work] = state.compile === null ? running : [state.compile];
  const current = running.map((order) => orderRow(order, width, canvas));
  if (state.compile !== null) current.push(compileRow(state.compile, canvas));
  const moving = work === undefined ? [] : [movingRow(work.doing, width, canvas)];
  const totals = totalsLine(state, canvas.now, width, canvas.caps);
  const below: Row[] = totals === "" ? [] : [[totals, colors.dim]];
  const room = height - current.length - moving.length - below.length;
  const all = [...current, ...moving, ...nextRows(waiting, room, width, colors), ...below];
  // Where there is hardly any room, what runs matters most.
  return all.slice(0, height).map(([text, paint]) => paint(cut(text, width)));
};

/** What is done and what it took of what it may take, in a line; empty where the only order's own line says it. */
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

/** `▸ WO-03  Title  attempt 2/5  verify  0:12`, with tokens where there is room. */
const orderRow = (order: LiveOrder, width: number, { now, colors }: Canvas): Row => {
  const head = `▸ ${fit(order.order, 12)}  `;
  const besides = width - widthOf(head) - 2;
  const fields = [
    order.attempt === 0 ? "" : `${width < 72 ? "" : "attempt "}${order.attempt}/${order.max_attempts}`,
    order.step ?? "",
    clock(now - (order.started_at ?? now)),
    spent(order.spending),
  ];
  const status = fitFields(fields, besides - LEAST_TITLE);
  const title = fit(order.title, Math.min(MOST_TITLE, besides - widthOf(status)));
  const paint = (text: string) => text.replace(/^▸ (\S+)/, (_, id: string) => `${colors.cyan("▸")} ${colors.bold(id)}`);
  return [`${head}${title}  ${status}`, paint];
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

const movingRow = (doing: LiveDoing | null, width: number, { now, heard, heardAt, colors }: Canvas): Row => {
  const silent =
    doing === null ? "" : silence(now - Math.max(heardAt ?? 0, doing.kind === "waiting" ? now : doing.since));
  // Who says nothing for long is not quoted any longer.
  if (heard === null || silent !== "")
    return [fitFields([`  ${fit(doingInWords(doing, now), width - 2)}`, silent], width), colors.dim];
  return [`  ${fit(heard.text, width - 2, heard.keep)}`, colors.dim];
};

/** After so long without a word it is said that there is none. */
const LONG_MS = 2 * 60_000;

const silence = (ms: number): string => (ms < LONG_MS ? "" : `silent for ${Math.floor(ms / 60_000)} min`);

const doingInWords = (doing: LiveDoing | null, now: number): string => {
  switch (doing?.kind) {
    case "asking":
      return "asking the model";
    case "waiting":
      return doing.until > now
        ? `${doing.reason}; again in ${Math.ceil((doing.until - now) / 1000)} s`
        : "asking again";
    case "command":
      return `$ ${doing.command}`;
    default:
      return "";
  }
};
