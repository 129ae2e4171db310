import {
  asksOnly,
  briefLines,
  counted,
  designInWords,
  exitInWords,
  printable,
  type RunEvent,
} from "@llmch/app/drawing";
import { escalationInWords } from "@llmch/story";
import { seconds } from "../paint.ts";
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

/** A log entry: what happened, and below it the details, a line each. */
export interface Said {
  readonly what: string;
  readonly details: readonly string[];
}

export interface Saying {
  /** Whether questions to the model are logged. */
  readonly asks: boolean;
  readonly verbose: boolean;
  /** How many commands the event's step has run. */
  readonly commands: number;
}

/** What the log of an order's run says of an event. */
export const saidOf = (event: RunEvent, { asks, verbose, commands }: Saying): readonly Said[] => {
  switch (event.type) {
    case "order_started":
      return say(printable(event.title));
    case "resumed":
      return say("continues where it broke off");
    case "setup_started":
      return event.cached ? [] : say(`setup: ${shortLine(event.commands.join("; "))}`);
    case "setup_finished":
      return say(setupInWords(event));
    case "baseline_verified":
      return say(baselineInWords(event));
    case "acceptance_tried":
      return verbose ? say(triedInWords(event)) : [];
    case "attempt_started":
      return say(`attempt ${event.attempt} of ${event.max_attempts}`);
    case "step_started":
      return verbose ? step(event.step, "begins") : [];
    case "model_asked":
      return asks ? step(stepOfKey(event.key), `asking the model for ${event.key}`) : [];
    case "answer_reused":
      return step(stepOfKey(event.key), `the recorded answer to ${event.key} is used again`);
    case "objected":
      if (!asksOnly(event.objection)) return [];
      return step("propose", `asks to be shown ${event.objection.needs.map(printable).join(", ")}`);
    case "order_revised":
      return say(`revised: continues with revision ${event.revision} of ${printable(event.order)}`);
    case "model_retried":
      return step(stepOfKey(event.key), retryInWords(event));
    case "answer_limited":
      return step(stepOfKey(event.key), limitedInWords(event));
    case "model_answered":
      if (!asks) return [];
      return step(stepOfKey(event.key), `answered by ${answererOf(event)}  ${seconds(event.duration_ms)}`);
    case "command_started":
      return verbose ? step(stepOf(event.phase), `runs ${shortLine(event.command)}`) : [];
    case "command_finished": {
      if (event.phase === "baseline_acceptance") return [];
      const again = event.again === true ? " once more" : "";
      const ending = event.ok ? "ok" : `failed${exitInWords(event)}`;
      const what = `${shortLine(event.command)}${again}: ${ending}  ${seconds(event.duration_ms)}`;
      return step(stepOf(event.phase), what);
    }
    case "step_finished": {
      const ran = commands > 0 ? [counted(commands, "command")] : [];
      const said = [...(event.detail === null ? [] : [printable(event.detail)]), ...ran].join(", ");
      const detail = said === "" ? "" : `  ${said}`;
      return step(event.step, `${event.ok ? "ok" : "failed"}${detail}  ${seconds(event.duration_ms)}`);
    }
    case "reviewed":
      return step("review", reviewInWords(event), blockingLines(event.notes));
    case "attempt_failed": {
      const what = `attempt ${event.attempt} failed: ${event.brief.stage}  ${seconds(event.duration_ms)}`;
      return say(what, briefLines(event.brief));
    }
    case "designed":
      return say(`design: ${designInWords(event)}${event.attempts === 0 ? ", as it lies beside the orders" : ""}`);
    case "triaged":
      return say(`${event.complexity}: ${printable(event.reason)}`);
    case "escalated":
      return say(`then: ${printable(escalationInWords(event))}`);
    case "tool_called":
      return verbose ? step("propose", `${printable(event.tool)}${event.ok ? "" : ": refused"}`) : [];
    case "rolled_back":
      return verbose ? say(`back at ${event.baseline.slice(0, 10)}`) : [];
    case "committed": {
      const committed = step("finalize", `commit ${event.commit.slice(0, 10)} on ${printable(event.branch)}`);
      return event.drift.length === 0
        ? committed
        : [...committed, ...step("finalize", `drift: ${driftInWords(event.drift)}`)];
    }
    case "pushed":
      return step("finalize", `pushed to ${printable(event.remote)}`);
    case "divided": {
      const children = event.children.map(({ order, title }) => printable(`${order}  ${title}`));
      return say(`divided into ${counted(children.length, "order")}`, children);
    }
    case "child_ended":
      return say(`${event.order}: ${event.verdict}${event.stage === null ? "" : `, ${event.stage}`}`);
    case "speculation_started":
      return verbose ? say("begins ahead of its turn") : [];
    case "speculation_ended":
      return verbose ? say("waits for its turn") : [];
    case "limit_reached":
    case "warning":
    case "run_finished":
      return say(ofAnyRun(event));
    default:
      return [];
  }
};

const NAME_WIDTH = "finalize".length;

const say = (what: string, details: readonly string[] = []): readonly Said[] => [{ what, details }];

/** What happened in one of an attempt's steps. */
const step = (name: string, what: string, details: readonly string[] = []): readonly Said[] =>
  say(`${name.padEnd(NAME_WIDTH)}  ${what}`, details);
