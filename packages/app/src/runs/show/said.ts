import {
  asksOnly,
  callNamed,
  designInWords,
  limitInWords,
  needInWords,
  type RunEvent,
  stepOfPhase,
  type ToldNote,
} from "@llmch/contract";
import {
  changesToldBy,
  commandEnd,
  decisionInWords,
  durationInWords,
  escalationInWords,
  notesInWords,
  verdictInWords,
} from "@llmch/story";
import {
  commandLine,
  counted,
  dollarsInWords,
  evidenceInWords,
  firstCharacters,
  formatDiagnostic,
  notePlace,
  printable,
  shortCommand,
} from "@llmch/text";
import { briefLines, exitInWords } from "./brief-lines.ts";
import { driftInWords } from "./drift.ts";

/** What is said of an event, and below it the details, a line each. */
export interface Said {
  readonly what: string;
  readonly details: readonly string[];
}

export interface Saying {
  /** Whether questions to the model are told. */
  readonly asks: boolean;
  readonly verbose: boolean;
}

/** What people are told of an event of a run of another process. */
export const eventInWords = (event: RunEvent): readonly string[] => {
  switch (event.type) {
    case "schedule_started":
      return [`begins on ${event.branch ?? "a branch of its own"}`];
    case "order_run_started":
      return [`${event.order} begins`];
    case "order_run_ended":
      return [`${event.order}: ${verdictInWords(event.verdict, event.exit_code)}`];
    default:
      return saidOf(event, { asks: true, verbose: false }).map(({ what, details }) => [what, ...details].join("\n"));
  }
};

/** What people are told of an event: the log, the live view and operations without a view say it alike. */
export const saidOf = (event: RunEvent, { asks, verbose }: Saying): readonly Said[] => {
  switch (event.type) {
    case "order_started":
      return say(printable(event.title));
    case "resumed":
      return say("continues where it broke off");
    case "setup_started":
      return event.cached ? [] : say(`setup: ${shortLine(event.commands.map(commandLine).join("; "))}`);
    case "setup_finished": {
      const { ok, cached, command, exit_code, duration_ms } = event;
      const failed = `${shortCommand(command ?? "")}: failed${exitInWords({ exit_code })}`;
      return say(`setup ${ok ? `ok${cached ? ", from the cache" : ""}` : failed}  ${durationInWords(duration_ms)}`);
    }
    case "baseline_verified": {
      const { source, ok, red, duration_ms } = event;
      const ending = ok ? "ok" : `${counted(red.length, "command")} failed`;
      return say(`baseline  ${ending}  ${source === "run" ? durationInWords(duration_ms) : SOURCES[source]}`);
    }
    case "acceptance_tried": {
      const held =
        event.failed === null ? "the acceptance holds already" : `${shortCommand(event.failed)} does not hold yet`;
      return verbose ? say(`baseline  ${held}  ${durationInWords(event.duration_ms)}`) : [];
    }
    case "compile_attempt_started":
    case "attempt_started":
      return say(`attempt ${event.attempt} of ${event.max_attempts}`);
    case "compile_attempt_judged": {
      const { errors, warnings } = event;
      const found = [count(errors.length, "error"), count(warnings.length, "warning")].join("");
      const diagnostics = [...errors, ...warnings].map((each) => printable(formatDiagnostic(each)));
      return say(`${errors.length === 0 ? "valid" : "refused"}${found}`, diagnostics);
    }
    case "planner_asked":
      return say(`has ${counted(event.questions.length, "question")}`);
    case "question_answered":
      return say(printable(`${event.id}: ${event.answer ?? "nobody was asked, so the plan assumes"}`));
    case "plan_written":
      return say(`${counted(event.work_orders, "work order")} written`);
    case "step_started":
      return verbose ? step(event.step, "begins") : [];
    case "model_asked":
      return asks ? question(event.key, `asking the model for ${event.key}`) : [];
    case "answer_reused":
      return question(event.key, `the recorded answer to ${event.key} is used again`);
    case "objected":
      if (!asksOnly(event.objection)) return [];
      return step("propose", `asks to be shown ${event.objection.needs.map(printable).join(", ")}`);
    case "order_revised":
      return say(`revised: continues with revision ${event.revision} of ${printable(event.order)}`);
    case "model_retried": {
      const { key, reason, wait_ms } = event;
      return question(key, `${printable(reason)}${wait_ms === 0 ? "" : `; again in ${durationInWords(wait_ms)}`}`);
    }
    case "answer_limited": {
      const { key, max_output_tokens, instead_of } = event;
      return question(key, `the budget leaves the answer ${max_output_tokens} tokens instead of ${instead_of}`);
    }
    case "model_answered":
      if (!asks) return [];
      return question(event.key, `answered by ${answererOf(event)}  ${durationInWords(event.duration_ms)}`);
    case "command_started":
      return verbose ? step(stepOfPhase(event.phase), `runs ${shortCommand(event.command)}`) : [];
    case "command_finished": {
      if (!verbose || event.phase === "baseline_acceptance") return [];
      const again = event.again === true ? " once more" : "";
      const ending = event.ok ? "ok" : `failed${exitInWords(event)}`;
      const what = `${shortCommand(event.command)}${again}: ${ending}  ${durationInWords(event.duration_ms)}`;
      return step(stepOfPhase(event.phase), what);
    }
    case "step_finished": {
      const { step: name, ok, detail, duration_ms } = event;
      // The commit has its own line; and what is wrong with an attempt stands in the line that says that it failed.
      if ((ok && name === "finalize") || detail === "waiting") return [];
      const more = detail !== null && (ok || name === "finalize") ? `  ${printable(detail)}` : "";
      return step(name, `${ok ? "ok" : "failed"}${more}  ${durationInWords(duration_ms)}`);
    }
    case "reviewed":
      return step(
        "review",
        event.fault === undefined ? notesInWords(event.notes) : "there is none",
        blocking(event.notes),
      );
    case "attempt_failed": {
      const what = `attempt ${event.attempt} failed: ${event.brief.stage}  ${durationInWords(event.duration_ms)}`;
      return say(what, briefLines(event.brief));
    }
    case "order_skipped":
      return say(`${event.order}: left out, as you said`);
    case "plan_judged":
      if (event.brief?.stage === "examination_failed") return [];
      return event.brief === null
        ? say("the plan's own checks: ok")
        : say(`the plan's own checks: ${event.brief.stage}`, briefLines(event.brief));
    case "designed":
      return say(`design: ${designInWords(event)}${event.attempts === 0 ? ", from the file beside the orders" : ""}`);
    case "triaged":
      return say(`${event.complexity}: ${printable(event.reason)}`);
    case "escalated":
      return say(`then: ${printable(escalationInWords(event))}`);
    case "tool_called":
      return verbose ? step("propose", `${printable(event.tool)}${event.ok ? "" : ": refused"}`) : [];
    case "rolled_back":
      return verbose ? say(`back at ${event.baseline.slice(0, 10)}`) : [];
    case "committing":
      return event.evidence === undefined ? [] : step("finalize", evidenceInWords(event.evidence));
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
    case "scope_taken": {
      const milestones = event.milestones.map(({ id, outcome }) => printable(`${id}  ${outcome}`));
      return say(`scope by the ${event.by}: ${counted(milestones.length, "milestone")}`, milestones);
    }
    case "build_step_started":
      return say(`${event.step === "plan" ? "planning" : "carrying out"} window ${event.window}`);
    case "window_planned": {
      const { window, orders, milestone } = event;
      const of = milestone === null ? "" : ` for ${milestone}`;
      const named = orders.map(({ id, title }) => printable(`${id}  ${title}`));
      return [
        ...say(`window ${window}${of}: ${counted(orders.length, "order")} planned`, named),
        ...changesSaid(event),
      ];
    }
    case "window_ended": {
      const { window, landed, failed, left } = event;
      const all = counted(landed.length + failed.length + left.length, "order");
      return [...say(`window ${window}: ${landed.length} of ${all} landed`), ...changesSaid(event)];
    }
    case "milestones_judged":
      return say(
        `acceptance: ${event.milestones.map(({ id, failing }) => `${id} ${failing.length === 0 ? "holds" : "fails"}`).join(", ")}`,
        event.milestones.flatMap(({ failing }) => failing.map(commandEnd)),
      );
    case "noted":
    case "settings_given":
    case "assessed":
    case "examined":
      return changesSaid(event);
    case "milestone_reached":
      return say(`${event.milestone} is reached`);
    case "bound_reached":
      return say(printable(event.message), [printable(event.hint)]);
    case "decision_needed":
      return say(printable(needInWords({ ...event, kind: event.of })));
    case "decided":
      return say(printable(decisionInWords({ ...event, what: "", decided: event })));
    case "limit_reached":
      return say(limitInWords(event).message);
    case "warning":
      return say(`warning: ${printable(event.message)}`);
    case "run_finished":
      return say(
        `${verdictInWords(event.verdict, event.exit_code)}, exit ${event.exit_code}  ${durationInWords(event.duration_ms)}`,
      );
    default:
      return [];
  }
};

const say = (what: string, details: readonly string[] = []): readonly Said[] => [{ what, details }];

/** What a build learned: a note that was dropped, an order that failed or is given up, a verdict, with the reasons. */
const changesSaid = (event: RunEvent): readonly Said[] =>
  changesToldBy(event).map(({ what, why }) => ({ what: printable(what), details: why.map(printable) }));

const NAME_WIDTH = "finalize".length;

/** What happened in one of an attempt's steps. */
const step = (name: string, what: string, details: readonly string[] = []): readonly Said[] =>
  say(`${name.padEnd(NAME_WIDTH)}  ${what}`, details);

/** What becomes of a question: an order's is asked in one of its steps. */
const question = (key: string, what: string): readonly Said[] => {
  const call = callNamed(key);
  if (call?.kind !== "order") return say(what);
  return step(call.role.kind === "review" ? "review" : "propose", what);
};

const SOURCES = { order: "as the order before left it", remembered: "as an earlier run saw it" } as const;

/** The most columns of a command: with time, order and result the line has about 160. */
const MOST_OF_COMMAND = 100;

/** A command, or another text, shortened to fit in a line; `show` has the whole of it. */
const shortLine = (text: string): string => {
  const line = printable(text);
  return line.length > MOST_OF_COMMAND ? `${firstCharacters(line, MOST_OF_COMMAND - 1)}…` : line;
};

/** The model that answered, and its tokens and cost if known. */
const answererOf = (answered: Extract<RunEvent, { readonly type: "model_answered" }>): string => {
  const { model, usage, cost_usd, provider } = answered;
  const cached = usage === null || usage.cached_tokens === 0 ? "" : ` (${usage.cached_tokens} cached)`;
  const took = usage === null ? "" : `, ${usage.input_tokens} tokens in${cached}, ${usage.output_tokens} out`;
  const cost = typeof cost_usd === "number" && provider !== "replay" ? `, ${dollarsInWords(cost_usd)}` : "";
  return `${printable(model)}${took}${cost}`;
};

/** The notes that go back to the author, one per line. */
const blocking = (notes: readonly ToldNote[]): readonly string[] =>
  notes.flatMap((note) => {
    const place = notePlace(note);
    const where = place === null ? "" : ` ${printable(place)}`;
    return note.standing === "blocks" ? [`${note.severity}${where}: ${shortLine(note.claim)}`] : [];
  });

const count = (number: number, noun: string): string => (number === 0 ? "" : `, ${counted(number, noun)}`);
