import type { Caps } from "@llmch/app";
import { costInWords, knownCost, progressInWords, type Spending, tokensSpent } from "@llmch/story";
import type { LiveBuild, LiveCompile, LiveDoing, LiveOrder, LiveState } from "@llmch/story/live";
import { counted, dollarsInWords, tokensInWords } from "@llmch/text";
import type { Colors } from "../paint.ts";
import { cut, fit, fitFields, widthOf } from "./fit.ts";

/** What the view is drawn for: the terminal, the time, and what was heard. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What was heard of each order; of a plan, or of the only open order, under the empty name. */
  readonly heard: ReadonlyMap<string, Heard>;
  /** The limits of the whole command. */
  readonly caps?: Caps;
  readonly colors: Colors;
}

/** What was heard last, and when: a model's reasoning, whose end matters, or a command's output. */
export interface Heard {
  readonly line: { readonly text: string; readonly keep: "start" | "end" } | null;
  readonly at: number;
}

export const NO_CAPS: Caps = { usd: null, tokens: null, minutes: null };

/** A line before it is cut to the terminal's width, and the function that colours it afterwards. */
type Row = readonly [text: string, paint: (text: string) => string];

/** The most waiting orders that are named. */
const MOST_WAITING = 6;

/**
 * The view as lines, none wider than the terminal, and fewer than its rows: the cursor needs one. Shows what runs, and what it does if
 * there is room; what comes next; and totals. Orders that ended are left out: their lines were printed above.
 */
export const drawLive = (state: LiveState, canvas: Canvas): string[] => {
  const { columns, rows, colors } = canvas;
  // Leave the last column free: some terminals wrap when it is written.
  const width = Math.max(1, columns - 1);
  const height = Math.max(0, rows - 1);
  const running = state.orders.filter((order) => order.state === "running");
  const open = state.jobs > 1 ? running : running.slice(-1);
  const { build, compile } = state;
  const own = build?.doing == null ? null : build;
  const works: readonly Work[] = own !== null ? [own] : compile === null ? open : [compile];
  const waiting = state.orders.filter((order) => order.state === "waiting");
  const totals = totalsLine(state, canvas.now, width, canvas.caps);
  const below: Row[] = totals === "" ? [] : [[totals, colors.dim]];
  const milestones = build === null ? [] : milestoneRows(build, width, colors);
  const above = works.length * 2 + below.length + milestones.length <= height ? milestones : [];
  const hasRoom = works.length * 2 + below.length <= height;
  const current = works.flatMap((work) => [
    workRow(work, width, build?.stands.begun?.window ?? null, canvas),
    ...(hasRoom || state.jobs === 1 ? [movingRow(work, width, canvas)] : []),
  ]);
  const room = height - above.length - current.length - below.length;
  const all = [...above, ...current, ...nextRows(waiting, room, width, colors), ...below];
  // If there is hardly any room, what runs matters most.
  return all.slice(0, height).map(([text, paint]) => paint(cut(text, width)));
};

/** The milestone that was reached last, the current one, and the next ones: the totals have how many there are. */
const milestoneRows = ({ stands: { milestones } }: LiveBuild, width: number, colors: Colors): Row[] => {
  const done = milestones.filter(({ state }) => state === "done").length;
  const shown = milestones.slice(Math.max(0, done - 1), done + 1 + MOST_NEXT);
  const paint = { done: colors.green, current: colors.cyan, next: colors.dim };
  return shown.map(({ id, outcome, state }) => [
    `${state.padEnd(7)}  ${fit(`${id}  ${outcome}`, width - 9)}`,
    (text) => `${paint[state](text.slice(0, 7))}${text.slice(7)}`,
  ]);
};
const MOST_NEXT = 2;

/** Progress and spending against the limits, in a line; empty if there is only one order, whose own line says it. */
export const totalsLine = (state: LiveState, now: number, width: number, given: Caps = NO_CAPS): string => {
  const { orders, compile, build, spending } = state;
  const caps = state.isResumed ? NO_CAPS : given;
  const isOne = compile === null && build === null && orders.length < 2;
  if (isOne && caps.usd === null && caps.tokens === null && caps.minutes === null) return "";
  const count = (wanted: LiveOrder["state"]) => orders.filter((order) => order.state === wanted).length;
  const stopped = count("failed") + count("error");
  const skipped = count("skipped");
  const done =
    build !== null
      ? buildDone(build, count("passed"))
      : compile === null
        ? `${count("passed")} of ${orders.length} done`
        : judgedInWords(compile);
  const limit = caps.minutes === null ? "" : ` of ${clock(caps.minutes * 60_000)}`;
  // Orders land in plan order.
  const front = state.jobs > 1 ? orders.find(({ state: each }) => each === "running" || each === "waiting") : undefined;
  return fitFields(
    [
      isOne ? "" : done,
      `${clock(now - state.started_at)}${limit}`,
      ...againstCaps(spending, caps),
      caps.usd === null ? cost(spending) : "",
      front === undefined ? "" : `next to land ${fit(front.order, 12)}`,
      stopped === 0 || isOne ? "" : `${stopped} stopped`,
      tokensSpent(spending) ?? "",
      skipped === 0 || isOne ? "" : `${skipped} done before`,
    ],
    width,
  );
};

const buildDone = ({ stands: { milestones, landed } }: LiveBuild, passed: number): string => {
  const done = milestones.filter(({ state }) => state === "done").length;
  return progressInWords({ milestones: milestones.length, done, landed: landed.length + passed });
};

const judgedInWords = ({ judged }: LiveCompile): string => {
  const refused = judged.filter(({ errors }) => errors > 0).length;
  const last = judged.at(-1);
  if (last === undefined) return "no answer yet";
  const found = last.errors === 0 ? "valid" : `${counted(last.errors, "error")} in the last`;
  return refused === 0 ? found : `${refused} refused, ${found}`;
};

/** Columns of a title: other fields are left out before it gets fewer, and it never gets more. */
const LEAST_TITLE = 8;
const MOST_TITLE = 60;

/** What is worked on: an order, a plan, or in a build's own session what comes before its first plan or after its orders. */
type Work = LiveOrder | LiveCompile | LiveBuild;

/** `▸ WO-03  Title  attempt 2/5  verify  0:12`, with tokens if there is room; of a plan `▸ attempt 1 of 5  0:12`. */
const workRow = (work: Work, width: number, window: number | null, { now, colors }: Canvas): Row => {
  const until = work.doing?.kind === "turn" ? work.doing.since : now;
  const elapsed = clock(until - (work.started_at ?? until));
  const paintMark = (text: string) => text.replace(/^▸/, colors.cyan);
  if ("stands" in work) {
    const asked = work.events.findLast(({ type }) => type === "model_asked");
    const key = asked !== undefined && "key" in asked ? `/${asked.key}` : "";
    const what = ["scope", "examination"].find((each) => key.includes(`/${each}/`)) ?? "assessment";
    return [`▸ ${what}  ${elapsed}`, paintMark];
  }
  if ("judged" in work) {
    const attempt = work.attempt === 0 ? "begins" : `attempt ${work.attempt} of ${work.max_attempts}`;
    return [`▸ ${window === null ? "" : `plan of window ${window}  `}${attempt}  ${elapsed}`, paintMark];
  }
  const head = `▸ ${fit(work.order, 12)}  `;
  const besides = width - widthOf(head) - 2;
  const fields = [
    work.attempt === 0 ? "" : `${width < 72 ? "" : "attempt "}${work.attempt}/${work.max_attempts}`,
    work.ahead.length === 0 ? "" : "ahead",
    work.step ?? "",
    elapsed,
    cost(work.spending),
    tokensSpent(work.spending) ?? "",
  ];
  const status = fitFields(fields, besides - LEAST_TITLE);
  const title = fit(work.title, Math.min(MOST_TITLE, besides - widthOf(status)));
  const paint = (text: string) => text.replace(/^▸ (\S+)/, (_, id: string) => `${colors.cyan("▸")} ${colors.bold(id)}`);
  return [`${head}${title}  ${status}`, paint];
};

/** A silence this long is reported. */
const LONG_MS = 2 * 60_000;

/** What was heard last, or else what is being done; after a long silence, how long that has lasted. */
const movingRow = (work: Work, width: number, { now, heard, colors }: Canvas): Row => {
  const { doing } = work;
  const { line = null, at = 0 } = heard.get("order" in work ? work.order : "") ?? heard.get("") ?? {};
  const begun = doing === null || doing.kind === "turn" ? null : doing.kind === "waiting" ? now : doing.since;
  const silentMs = begun === null ? 0 : now - Math.max(at, begun);
  const silence = silentMs < LONG_MS ? "" : `silent for ${Math.floor(silentMs / 60_000)} min`;
  // After a long silence, stop quoting. An order that only waits has nothing more to say.
  const text =
    line === null || silence !== "" || doing?.kind === "turn"
      ? fitFields([fit(doingInWords(doing, now), width - 2), silence], width - 2)
      : fit(line.text, width - 2, line.keep);
  return [`  ${text}`, colors.dim];
};

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
    case "turn":
      return doing.of === "gates" ? "waits until it may be verified" : "waits for its turn";
    default:
      return "";
  }
};

const nextRows = (waiting: readonly LiveOrder[], room: number, width: number, { dim }: Colors): Row[] => {
  const most = Math.min(room, MOST_WAITING);
  if (most < 1) return [];
  const named = waiting.length <= most ? waiting : waiting.slice(0, most - 1);
  const rows = named.map(({ order, title }): Row => [`  ${fit(`${order}  ${title}`, width - 2)}`, dim]);
  const more = waiting.length - named.length;
  return more === 0 ? rows : [...rows, [`  … ${more} more`, dim]];
};

/** A time as a clock shows it: `0:07`, `3:20`, `1:02:03`. */
const clock = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** The cost of answers; empty if unknown. */
const cost = (spending: Spending): string =>
  tokensSpent(spending) === null || knownCost(spending) === null ? "" : costInWords(spending);

/** Spending in dollars and tokens, each against its cap. */
const againstCaps = (spending: Spending, { usd, tokens }: Caps): readonly string[] => {
  const taken = spending.usage.input_tokens + spending.usage.output_tokens;
  const money = knownCost(spending) === null && taken === 0 ? dollarsInWords(0) : costInWords(spending);
  return [
    usd === null ? "" : `${money} of ${dollarsInWords(usd)}`,
    tokens === null ? "" : `${tokensInWords(taken)} of ${tokensInWords(tokens)} tokens`,
  ];
};
