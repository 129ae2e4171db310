import {
  type CommandPhase,
  callNamed,
  counted,
  dollarsInWords,
  exitInWords,
  firstCharacters,
  limitInWords,
  notePlace,
  notesInWords,
  printable,
  type RunEvent,
  type ToldNote,
  verdictInWords,
} from "@llmch/app/drawing";
import { foldedPaths } from "../folded-paths.ts";
import { seconds } from "../paint.ts";

/** The most columns of a command: with time, order and result the line has about 160. */
const MOST_OF_COMMAND = 100;

/** A command, or another text, shortened to fit in a line; `show` has the whole of it. */
export const shortLine = (text: string): string => {
  const line = printable(text);
  return line.length > MOST_OF_COMMAND ? `${firstCharacters(line, MOST_OF_COMMAND - 1)}…` : line;
};

/** How the dependencies were installed. */
export const setupInWords = (event: Extract<RunEvent, { readonly type: "setup_finished" }>): string => {
  const { ok, cached, command, exit_code, duration_ms } = event;
  const ending = ok
    ? `ok${cached ? ", from the cache" : ""}`
    : `${shortLine(command ?? "")}: failed${exitInWords({ exit_code })}`;
  return `setup ${ending}  ${seconds(duration_ms)}`;
};

/** The model that answered, and its tokens and cost if known. */
export const answererOf = (answered: Extract<RunEvent, { readonly type: "model_answered" }>): string => {
  const { model, usage, cost_usd, provider } = answered;
  const cached = usage === null || usage.cached_tokens === 0 ? "" : ` (${usage.cached_tokens} cached)`;
  const took = usage === null ? "" : `, ${usage.input_tokens} tokens in${cached}, ${usage.output_tokens} out`;
  const cost = typeof cost_usd === "number" && provider !== "replay" ? `, ${dollarsInWords(cost_usd)}` : "";
  return `${printable(model)}${took}${cost}`;
};

/** Why and when the model is asked again; an immediate retry names no time. */
export const retryInWords = ({
  reason,
  wait_ms,
}: Pick<Extract<RunEvent, { readonly type: "model_retried" }>, "reason" | "wait_ms">): string =>
  `${printable(reason)}${wait_ms === 0 ? "" : `; again in ${seconds(wait_ms)}`}`;

/** Says that a cap of the budget leaves an answer fewer tokens than the settings do. */
export const limitedInWords = ({
  max_output_tokens,
  instead_of,
}: Pick<Extract<RunEvent, { readonly type: "answer_limited" }>, "max_output_tokens" | "instead_of">): string =>
  `the budget leaves the answer ${max_output_tokens} tokens instead of ${instead_of}`;

/** Files that commands changed behind the proposal's back: `dist/ (218 files), a.txt changed …`, or each of them. */
export const driftInWords = (drift: readonly string[], { isWhole } = { isWhole: false }): string => {
  if (isWhole) return driftedInWords(drift);
  const places = foldedPaths(drift);
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : "";
  return driftedInWords(places.slice(0, MOST_PLACES), more);
};

const driftedInWords = (places: readonly string[], more = ""): string =>
  `${places.map(printable).join(", ")}${more} changed outside the proposal; not committed`;

const MOST_PLACES = 20;

/** The phases whose name is not their gate's. */
const STEPS: Partial<Readonly<Record<CommandPhase, string>>> = {
  acceptance: "accept",
  baseline_acceptance: "baseline",
  check: "propose",
  fix: "derive",
};
export const stepOf = (phase: CommandPhase): string => STEPS[phase] ?? phase;

/** The gate that asks for an answer, from the answer's key. */
export const stepOfKey = (key: string): string => (callNamed(key)?.role.kind === "review" ? "review" : "propose");

/** The notes of a review in numbers; if there is no review, a warning says why. */
export const reviewInWords = ({ notes, fault }: Extract<RunEvent, { readonly type: "reviewed" }>): string =>
  fault === undefined ? notesInWords(notes) : "there is none";

/** The notes that go back to the author, one per line. */
export const blockingLines = (notes: readonly ToldNote[]): readonly string[] =>
  notes.flatMap((note) => {
    const place = notePlace(note);
    const where = place === null ? "" : ` ${printable(place)}`;
    return note.standing === "blocks" ? [`${note.severity}${where}: ${shortLine(note.claim)}`] : [];
  });

/** The result of verification before the order; a warning says what failed. */
export const baselineInWords = (event: Extract<RunEvent, { readonly type: "baseline_verified" }>): string => {
  const { source, ok, red, duration_ms } = event;
  const ending = ok ? "ok" : `${counted(red.length, "command")} failed`;
  return `baseline  ${ending}  ${source === "run" ? seconds(duration_ms) : SOURCES[source]}`;
};

/** Whether the acceptance can fail; if it cannot, a warning says so, or the order ends. */
export const triedInWords = ({
  failed,
  duration_ms,
}: Extract<RunEvent, { readonly type: "acceptance_tried" }>): string =>
  failed === null
    ? `baseline  the acceptance holds already  ${seconds(duration_ms)}`
    : `baseline  ${shortLine(failed)} does not hold yet  ${seconds(duration_ms)}`;

const SOURCES = { order: "as the order before left it", remembered: "as an earlier run saw it" } as const;

/** The events that every log words alike: what ended a run early, warnings, and its end. */
export const ofAnyRun = (
  event: Extract<RunEvent, { readonly type: "limit_reached" | "warning" | "run_finished" }>,
): string => {
  switch (event.type) {
    case "limit_reached":
      return limitInWords(event).message;
    case "warning":
      return `warning: ${printable(event.message)}`;
    case "run_finished":
      return `${verdictInWords(event.verdict, event.exit_code)}, exit ${event.exit_code}  ${seconds(event.duration_ms)}`;
  }
};

/** What is told of a question while it is asked; null for other events. `asking` may say who is asked. */
export const askingInWords = (event: RunEvent, asking: string): string | null => {
  switch (event.type) {
    case "model_asked":
      return `${asking} for ${event.key}`;
    case "model_retried":
      return retryInWords(event);
    case "model_answered":
      return `answered by ${answererOf(event)}  ${seconds(event.duration_ms)}`;
    case "limit_reached":
      return limitInWords(event).message;
    default:
      return null;
  }
};
