import { asksOnly, counted, designInWords, printable, type RunEvent } from "@llmch/contract";
import { candidatesInWords, escalationInWords } from "@llmch/story";
import { briefLines, exitInWords } from "../brief-lines.ts";
import { type Console, INDENT } from "../console.ts";
import { seconds } from "../paint.ts";
import { entry } from "./entry.ts";
import {
  answererOf,
  baselineInWords,
  blockingLines,
  driftInWords,
  limitedInWords,
  ofAnyRun,
  retryInWords,
  reviewInWords,
  setupInWords,
  shortLine,
  stepOf,
  stepOfKey,
  triedInWords,
} from "./event-words.ts";

const NAME_WIDTH = "finalize".length;

/** An order's run, as far as it has been logged. */
interface Told {
  readonly order: string;
  attempt: string;
  commands: number;
  /** The numbers of its open speculations. */
  readonly ahead: Set<number>;
}

/**
 * Prints orders' runs as a log: one entry per event, with its time, order and attempt, and whether it is ahead of the order's turn. Details
 * are indented below their entry. With --verbose also logs what begins, not only how it ended.
 */
export const createOrderLog = (console: Console, { asks }: { readonly asks: boolean }): ((event: RunEvent) => void) => {
  const runs = new Map<string, Told>();
  let latest = "";
  const told = (event: RunEvent): Told => runs.get(placeOf(event)) ?? begun("run-all");
  const whoseOf = (event: RunEvent): string => {
    const { order, attempt, ahead } = told(event);
    const which = event.type !== "candidates_judged" && "candidate" in event ? ` candidate ${event.candidate}` : "";
    return `${order}${attempt}${which}${ahead.size > 0 || event.speculation !== undefined ? " ahead" : ""}`;
  };
  const say = (event: RunEvent, what: string) => {
    const whose = whoseOf(event);
    // A resumed order is announced by its first event, which is old.
    if (event.ts > latest) latest = event.ts;
    console.progress(entry({ ...event, ts: latest }, whose, what));
  };
  const step = (event: RunEvent, name: string, what: string) => say(event, `${name.padEnd(NAME_WIDTH)}  ${what}`);
  return (event) => {
    switch (event.type) {
      case "order_started":
        runs.set(placeOf(event), begun(event.order));
        say(event, printable(event.title));
        break;
      case "resumed":
        told(event).ahead.clear();
        say(event, "continues where it broke off");
        break;
      case "setup_started":
        if (!event.cached) say(event, `setup: ${shortLine(event.commands.join("; "))}`);
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
        told(event).attempt = ` ${event.attempt}/${event.max_attempts}`;
        say(event, `attempt ${event.attempt} of ${event.max_attempts}`);
        break;
      case "step_started":
        told(event).commands = 0;
        if (console.verbose) step(event, event.step, "begins");
        break;
      case "model_asked":
        if (asks) step(event, stepOfKey(event.key), `asking the model for ${event.key}`);
        break;
      case "answer_reused":
        step(event, stepOfKey(event.key), `the recorded answer to ${event.key} is used again`);
        break;
      case "objected":
        if (asksOnly(event.objection))
          step(event, "propose", `asks to be shown ${event.objection.needs.map(printable).join(", ")}`);
        break;
      case "order_revised":
        say(event, `revised: continues with revision ${event.revision} of ${printable(event.order)}`);
        break;
      case "model_retried":
        step(event, stepOfKey(event.key), retryInWords(event));
        break;
      case "answer_limited":
        step(event, stepOfKey(event.key), limitedInWords(event));
        break;
      case "model_answered":
        if (asks) step(event, stepOfKey(event.key), `answered by ${answererOf(event)}  ${seconds(event.duration_ms)}`);
        break;
      case "command_started":
        if (console.verbose) step(event, stepOf(event.phase), `runs ${shortLine(event.command)}`);
        break;
      case "command_finished": {
        if (event.phase === "baseline_acceptance") break;
        told(event).commands += 1;
        const again = event.again === true ? " once more" : "";
        const ending = event.ok ? "ok" : `failed${exitInWords(event)}`;
        step(
          event,
          stepOf(event.phase),
          `${shortLine(event.command)}${again}: ${ending}  ${seconds(event.duration_ms)}`,
        );
        break;
      }
      case "step_finished": {
        const { commands } = told(event);
        const ran = commands > 0 ? [counted(commands, "command")] : [];
        const said = [...(event.detail === null ? [] : [printable(event.detail)]), ...ran].join(", ");
        const detail = said === "" ? "" : `  ${said}`;
        step(event, event.step, `${event.ok ? "ok" : "failed"}${detail}  ${seconds(event.duration_ms)}`);
        break;
      }
      case "reviewed":
        step(event, "review", reviewInWords(event));
        for (const line of blockingLines(event.notes)) console.progress(`${INDENT}${line}`);
        break;
      case "attempt_failed":
        say(event, `attempt ${event.attempt} failed: ${event.brief.stage}  ${seconds(event.duration_ms)}`);
        for (const line of briefLines(event.brief)) console.progress(`${INDENT}${line}`);
        break;
      case "designed":
        say(event, `design: ${designInWords(event)}${event.attempts === 0 ? ", as it lies beside the orders" : ""}`);
        break;
      case "candidates_judged":
        say(event, candidatesInWords(event));
        break;
      case "triaged":
        say(event, `${event.complexity}: ${printable(event.reason)}`);
        break;
      case "escalated":
        say(event, `then: ${printable(escalationInWords(event))}`);
        break;
      case "tool_called":
        if (console.verbose) step(event, "propose", `${printable(event.tool)}${event.ok ? "" : ": refused"}`);
        break;
      case "rolled_back":
        if (console.verbose) say(event, `back at ${event.baseline.slice(0, 10)}`);
        break;
      case "committed":
        step(event, "finalize", `commit ${event.commit.slice(0, 10)} on ${printable(event.branch)}`);
        if (event.drift.length > 0) step(event, "finalize", `drift: ${driftInWords(event.drift)}`);
        break;
      case "pushed":
        step(event, "finalize", `pushed to ${printable(event.remote)}`);
        break;
      case "divided":
        say(event, `divided into ${counted(event.children.length, "order")}`);
        for (const { order, title } of event.children) {
          runs.set(placeOf({ ...event, child: order }), begun(order));
          console.progress(`${INDENT}${printable(`${order}  ${title}`)}`);
        }
        break;
      case "child_ended":
        say(event, `${event.order}: ${event.verdict}${event.stage === null ? "" : `, ${event.stage}`}`);
        break;
      case "speculation_started":
        told(event).ahead.add(event.speculation ?? 0);
        if (console.verbose) say(event, "begins ahead of its turn");
        break;
      case "speculation_ended":
        if (!event.adopted) say(event, "dropped: what was done ahead of its turn does not count");
        else if (console.verbose) say(event, "taken up: its turn has come, and it counts");
        endSpeculation(told(event), event);
        break;
      case "limit_reached":
      case "warning":
      case "run_finished":
        say(event, ofAnyRun(event));
        break;
    }
  };
};

/** A child of a divided order is logged like an order. */
const placeOf = ({ run_id, child = "" }: RunEvent): string => `${run_id} ${child}`;

const endSpeculation = (
  told: Told,
  { speculation = 0, adopted }: Extract<RunEvent, { readonly type: "speculation_ended" }>,
): void => {
  told.ahead.delete(speculation);
  if (!adopted && told.ahead.size === 0) told.attempt = "";
};

const begun = (order: string): Told => ({ order, attempt: "", commands: 0, ahead: new Set() });
