import { limitInWords, needInWords } from "@llmch/contract";
import { commandLine, counted, EXIT, lastCharacters, MONTHS, printable } from "@llmch/text";
import type { RunSummary } from "./run-summary.ts";
import type { BuildStory } from "./stories/build.ts";

/** What a run is about, in a few words: a plan's spec, an order, the number of orders. */
export const runWhat = (summary: RunSummary, isRunning = false): string =>
  `${subjectOf(summary, isRunning)}${summary.objected ? ", objected" : summary.unavailable ? ", model unavailable" : ""}`;

const subjectOf = (
  { kind, is_begun, is_damaged, spec, question, order, title, orders, build }: RunSummary,
  isRunning: boolean,
): string => {
  if (is_damaged) return "its record cannot be read: `llmch audit` says why";
  if (!is_begun) return "ended before anything was begun";
  if (orders !== null) return `${title ? `${printable(title)}: ` : ""}${ordersInWords(orders, isRunning)}`;
  if (kind === "ask") return question === null ? "a question" : printable(question);
  const about = title ? printable(title) : spec && specName(spec);
  if (build !== null) return `${about ?? "a build"}, ${progressInWords(build)}`;
  if (kind === "planner") return about ?? "a plan";
  // Neither was judged, because listing many runs reads them lightly.
  return order === null ? "an order" : printable(`${order} ${title ?? ""}`);
};

/** How far a build has come: `2 of 3 milestones, 7 orders`; without a scope the orders alone. */
export const progressInWords = ({ milestones, done, landed }: NonNullable<RunSummary["build"]>): string => {
  const orders = counted(landed, "order");
  if (milestones === 0) return orders;
  return `${done === milestones ? "" : `${done} of `}${counted(milestones, "milestone")}, ${orders}`;
};

/** The same with its windows. */
export const buildInWords = ({ milestones, windows }: BuildStory): string => {
  const done = milestones.filter(({ state }) => state === "done").length;
  const landed = windows.flatMap(({ orders }) => orders.filter(({ state }) => state === "landed")).length;
  const progress = progressInWords({ milestones: milestones.length, done, landed });
  return `${progress}, ${counted(windows.length, "window")}`;
};

/** What a build waits for, or what stopped it; empty if nothing did. */
export const buildStop = ({ needs, bound, limit, verdict, exit_code, windows }: BuildStory): string => {
  const [need] = needs;
  if (need !== undefined) return needInWords(need);
  if (bound !== null) return bound.message;
  if (limit !== null) return limitInWords(limit).message;
  const last = windows.at(-1);
  if (verdict === null || verdict === "PASS" || exit_code === EXIT.interrupted || last === undefined) return "";
  const failed = last.orders.filter(({ state }) => state === "failed");
  const why = failed.map(({ id, stage }) => `${id} failed${stage === null ? "" : ` (${stage})`}`);
  if (why.length > 0) return `window ${last.window}: ${why.join(", ")}`;
  return last.verdict === null ? `window ${last.window}: not at its end` : `after window ${last.window}`;
};

/** The most columns of a command in a line of a build. */
const MOST_OF_COMMAND = 100;

/** A command of a milestone by its end: it begins with what it prepares. */
export const commandEnd = (command: string): string => {
  const line = printable(commandLine(command));
  return line.length > MOST_OF_COMMAND ? `…${lastCharacters(line, MOST_OF_COMMAND - 1)}` : line;
};

const ordersInWords = (
  { total, passed, skipped, stopped_at }: NonNullable<RunSummary["orders"]>,
  isRunning: boolean,
): string => {
  const before = skipped === 0 ? "" : ` (${skipped} done before)`;
  const stopped = stopped_at === null ? "" : ` passed, ${isRunning ? "now" : "stopped"} at ${printable(stopped_at)}`;
  return `${passed + skipped} of ${counted(total, "order")}${stopped}${before}`;
};

/** A duration for people: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export const durationInWords = (ms: number): string => {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** The name of a spec's file. */
export const specName = (spec: string): string =>
  spec === "-" ? "a spec from standard input" : printable(spec.split("/").at(-1) ?? spec);

/** What a build is about: its spec, or the goals that stand for one. */
export const buildName = ({ spec, config }: Pick<BuildStory, "spec" | "config">): string => {
  const { goals } = config ?? {};
  if (goals !== undefined && spec === "-") return `goal ${printable(goals.join(", "))}`;
  return spec === null ? "a build" : specName(spec);
};

/** Where a spec is: its path or address. */
export const specPlace = (spec: string): string => (spec === "-" ? "given as text" : spec);

/** A time in the local time zone: `Nov 22 06:51`, with the year if it is not the current one. */
export const localTime = (utc: string | null): string => {
  const time = new Date(utc ?? "");
  if (Number.isNaN(time.getTime())) return "-";
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${MONTHS[time.getMonth()]} ${String(time.getDate()).padStart(2)}`;
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return time.getFullYear() === new Date().getFullYear() ? `${day} ${clock}` : `${day} ${time.getFullYear()} ${clock}`;
};
