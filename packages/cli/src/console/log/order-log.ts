import {
  asksOnly,
  type CommandPhase,
  counted,
  dollarsInWords,
  firstCharacters,
  limitInWords,
  printable,
  type RunEvent,
  verdictInWords,
} from "@llmch/contract";
import { briefLines, exitInWords } from "../brief-lines.ts";
import { type Console, INDENT } from "../console.ts";
import { seconds } from "../paint.ts";
import { entry } from "./entry.ts";

const NAME_WIDTH = "finalize".length;

/**
 * Prints orders' runs as a log: an entry an event, with its time, its order and its attempt; what belongs to an entry is
 * indented below it. With --verbose also what begins, not only how it ended.
 */
export const createOrderLog = (console: Console, { asks }: { readonly asks: boolean }): ((event: RunEvent) => void) => {
  let order = "run-all";
  let run = "";
  let attempt = "";
  let commands = 0;
  let latest = "";
  const say = (event: RunEvent, what: string) => {
    const whose = event.run_id === run ? `${order}${attempt}` : "run-all";
    // An order that is gone on with is told by its first event, which is old.
    if (event.ts > latest) latest = event.ts;
    console.progress(entry({ ...event, ts: latest }, whose, what));
  };
  const step = (event: RunEvent, name: string, what: string) => say(event, `${name.padEnd(NAME_WIDTH)}  ${what}`);
  return (event) => {
    switch (event.type) {
      case "order_started":
        order = event.order;
        run = event.run_id;
        attempt = "";
        say(event, printable(event.title));
        break;
      case "resumed":
        say(event, "goes on where it was broken off");
        break;
      case "setup_started":
        if (!event.cached) say(event, `setup: ${commandLine(event.commands.join("; "))}`);
        break;
      case "setup_finished":
        say(event, setupInWords(event));
        break;
      case "baseline_verified":
        say(event, baselineInWords(event));
        break;
      case "acceptance_tried":
        if (console.verbose) say(event, triedInWords(event));
        break;
      case "attempt_started":
        attempt = ` ${event.attempt}/${event.max_attempts}`;
        say(event, `attempt ${event.attempt} of ${event.max_attempts}`);
        break;
      case "step_started":
        commands = 0;
        if (console.verbose) step(event, event.step, "begins");
        break;
      case "model_asked":
        if (asks) step(event, "propose", `asking the model for ${event.key}`);
        break;
      case "answer_reused":
        step(event, "propose", `the recorded answer to ${event.key} is used again`);
        break;
      case "objected":
        if (asksOnly(event.objection))
          step(event, "propose", `asks to be shown ${event.objection.needs.map(printable).join(", ")}`);
        break;
      case "order_revised":
        say(event, `revised: goes on with revision ${event.revision} of ${printable(event.order)}`);
        break;
      case "model_retried":
        step(event, "propose", retryInWords(event));
        break;
      case "answer_limited":
        step(event, "propose", limitedInWords(event));
        break;
      case "model_answered":
        if (asks) step(event, "propose", `answered by ${answererOf(event)}  ${seconds(event.duration_ms)}`);
        break;
      case "command_started":
        if (console.verbose) step(event, stepOf(event.phase), `runs ${commandLine(event.command)}`);
        break;
      case "command_finished": {
        if (event.phase === "baseline_acceptance") break;
        commands += 1;
        const again = event.again === true ? " once more" : "";
        const ending = event.ok ? "ok" : `failed${exitInWords(event)}`;
        step(
          event,
          stepOf(event.phase),
          `${commandLine(event.command)}${again}: ${ending}  ${seconds(event.duration_ms)}`,
        );
        break;
      }
      case "step_finished": {
        const ran = commands > 0 ? [counted(commands, "command")] : [];
        const said = [...(event.detail === null ? [] : [printable(event.detail)]), ...ran].join(", ");
        const detail = said === "" ? "" : `  ${said}`;
        step(event, event.step, `${event.ok ? "ok" : "failed"}${detail}  ${seconds(event.duration_ms)}`);
        break;
      }
      case "attempt_failed":
        say(event, `attempt ${event.attempt} failed: ${event.brief.stage}  ${seconds(event.duration_ms)}`);
        for (const line of briefLines(event.brief)) console.progress(`${INDENT}${line}`);
        break;
      case "rolled_back":
        if (console.verbose) say(event, `back at ${event.baseline.slice(0, 10)}`);
        break;
      case "committed":
        step(event, "finalize", `commit ${event.commit.slice(0, 10)} on ${printable(event.branch)}`);
        if (event.drift.length > 0) step(event, "finalize", driftInWords(event.drift));
        break;
      case "pushed":
        step(event, "finalize", `pushed to ${printable(event.remote)}`);
        break;
      case "limit_reached":
        say(event, limitInWords(event).message);
        break;
      case "warning":
        say(event, `warning: ${printable(event.message)}`);
        break;
      case "run_finished":
        say(
          event,
          `${verdictInWords(event.verdict, event.exit_code)}, exit ${event.exit_code}  ${seconds(event.duration_ms)}`,
        );
        break;
    }
  };
};

/** Columns of a command: with the time, the order and the result it makes a line of about 160. */
const MOST_OF_COMMAND = 100;

/** A command as part of one line; `show` has the whole of a long one. */
export const commandLine = (command: string): string => {
  const line = printable(command);
  return line.length > MOST_OF_COMMAND ? `${firstCharacters(line, MOST_OF_COMMAND - 1)}…` : line;
};

/** How the dependencies were installed. */
const setupInWords = (event: Extract<RunEvent, { readonly type: "setup_finished" }>): string => {
  const { ok, cached, command, exit_code, duration_ms } = event;
  const ending = ok
    ? `ok${cached ? ", from the cache" : ""}`
    : `${commandLine(command ?? "")}: failed${exitInWords({ exit_code })}`;
  return `setup ${ending}  ${seconds(duration_ms)}`;
};

/** The model that answered, and what it took where that is known. */
export const answererOf = (answered: Extract<RunEvent, { readonly type: "model_answered" }>): string => {
  const { model, usage, cost_usd, provider } = answered;
  const cached = usage === null || usage.cached_tokens === 0 ? "" : ` (${usage.cached_tokens} cached)`;
  const took = usage === null ? "" : `, ${usage.input_tokens} tokens in${cached}, ${usage.output_tokens} out`;
  const cost = typeof cost_usd === "number" && provider !== "replay" ? `, ${dollarsInWords(cost_usd)}` : "";
  return `${printable(model)}${took}${cost}`;
};

/** Why it is asked again, and when; what is asked again at once needs no time. */
export const retryInWords = ({
  reason,
  wait_ms,
}: Pick<Extract<RunEvent, { readonly type: "model_retried" }>, "reason" | "wait_ms">): string =>
  `${printable(reason)}${wait_ms === 0 ? "" : `; again in ${seconds(wait_ms)}`}`;

/** That a cap of the budget lets an answer have fewer tokens than the settings do. */
export const limitedInWords = ({
  max_output_tokens,
  instead_of,
}: Pick<Extract<RunEvent, { readonly type: "answer_limited" }>, "max_output_tokens" | "instead_of">): string =>
  `the budget leaves the answer ${max_output_tokens} tokens instead of ${instead_of}`;

/** Files that commands changed behind the proposal's back. */
export const driftInWords = (drift: readonly string[]): string =>
  `drift: ${drift.map(printable).join(", ")} changed outside the proposal; not committed`;

/** Where a phase's name is not its gate's. */
const STEPS: Partial<Readonly<Record<CommandPhase, string>>> = {
  acceptance: "accept",
  baseline_acceptance: "baseline",
  fix: "derive",
};
const stepOf = (phase: CommandPhase): string => STEPS[phase] ?? phase;

/** What verification said before the order; what failed is told by a warning. */
const baselineInWords = (event: Extract<RunEvent, { readonly type: "baseline_verified" }>): string => {
  const { source, ok, red, duration_ms } = event;
  const ending = ok ? "ok" : `${counted(red.length, "command")} failed`;
  return `baseline  ${ending}  ${source === "run" ? seconds(duration_ms) : SOURCES[source]}`;
};
/** Whether the acceptance can fail; that it cannot is told by a warning, or ends the order. */
const triedInWords = ({ failed, duration_ms }: Extract<RunEvent, { readonly type: "acceptance_tried" }>): string =>
  failed === null
    ? `baseline  the acceptance holds already  ${seconds(duration_ms)}`
    : `baseline  ${commandLine(failed)} does not hold yet  ${seconds(duration_ms)}`;

const SOURCES = { order: "as the order before left it", remembered: "as an earlier run saw it" } as const;
