import {
  type CommandResult,
  type FailureBrief,
  type Objection,
  objectionInWords,
  type Stage,
  type WorkOrder,
} from "@llmch/contract";
import { failuresIn, failureText, keyOf, tellingLines, withoutFrames, withoutPasses } from "@llmch/languages";
import { firstCharacters, lastCharacters } from "@llmch/text";
import type { OrderJob } from "./order-job.ts";
import { listed } from "./red-command.ts";

/** A brief about a bad answer or a broken rule; the reason says what was wrong. */
export const briefOf = (
  stage: Stage,
  { order, settings: { excerptCharacters: most } }: Pick<CommandJob, "order" | "settings">,
  reason: string,
): FailureBrief => ({
  stage,
  command: null,
  exit_code: null,
  primary_error_excerpt: reason.length > most ? `${firstCharacters(reason, most - 1)}…` : reason,
  constraints_reminder: reminder(stage, order),
});

/** A brief about the model's objection to the order. */
export const briefOfObjection = (job: Pick<OrderJob, "order" | "settings">, objection: Objection): FailureBrief => ({
  ...briefOf("objected", job, objectionInWords(objection)),
  objection,
});

/** What a brief is about. */
export interface CommandJob extends Pick<OrderJob, "settings" | "timeoutSeconds"> {
  readonly order: Pick<WorkOrder, "allowed_files" | "forbidden">;
}

/** What is held against an attempt by a command that failed. */
export interface Held {
  /** The failures, by name; all if there are none. */
  readonly names?: readonly string[];
  /** Lines besides known failures. */
  readonly besides?: readonly string[];
  /** The files of the work and of the tests that it changed each time. */
  readonly altered?: readonly string[];
}

/**
 * A brief about a command that failed: the failures that its output names, or its telling lines. The whole brief stays within the
 * limit (contract §5).
 */
export const briefOfCommand = (
  stage: Stage,
  job: CommandJob,
  command: string,
  result: CommandResult,
  { names = [], besides = [], altered = [] }: Held = {},
): FailureBrief => {
  const told = [
    altered.length > 0 ? alteredInWords(command, altered) : "",
    besides.length > 0 ? `${BESIDES}\n${besides.slice(0, MOST_BESIDES).join("\n")}` : "",
    commandExcerpt(result, job, new Set(names)),
  ].filter((part) => part !== "");
  return {
    ...{ stage, command, exit_code: result.exitCode },
    primary_error_excerpt: firstCharacters(told.join("\n\n"), job.settings.excerptCharacters),
    constraints_reminder: reminder(stage, job.order),
  };
};

const MOST_BESIDES = 5;
/** What failed before is excused, so what is new has to be named. */
const BESIDES = "new, in addition to what failed before this order:";

/** What passes must be what is committed. */
const alteredInWords = (command: string, altered: readonly string[]): string =>
  `\`${command}\` changed ${listed(altered)}, and did so again after they were put back: it judges other files than those that would be ` +
  "committed. Write files of the order as it would leave them (or name it in the setting verify.fix, and its result is committed), and let " +
  "nothing that it runs change tests or what configures them.";

/** At most a quarter says how the command ended; the rest shows its failures, or else the telling lines of its output. */
const commandExcerpt = (
  result: CommandResult,
  { settings, timeoutSeconds }: CommandJob,
  names: ReadonlySet<string>,
): string => {
  const most = settings.excerptCharacters;
  const cause = endingInWords(result, timeoutSeconds);
  const stderr = withShortLines(result.stderrTail).trim();
  const head = cause === null ? "" : `${firstCharacters(cause, Math.floor(most / 4))}\n`;
  const stdout = result.stdoutTail.trim();
  // A command that was killed may not have printed everything.
  const told = cause === null ? failuresIn(`${stdout}\n${stderr}`) : [];
  const held = told.filter(({ name, place }) => names.has(keyOf(name, place)));
  const failures = held.length === 0 ? told : held;
  if (failures.length > 0) return failureText(failures, most);
  const room = most - head.length - "stderr:\n\nstdout:\n".length;
  const stderrRoom = Math.max(Math.floor(room / 2), room - stdout.length);
  const parts = [
    ["stderr", tellingEnd(stderr, stderrRoom)],
    ["stdout", tellingEnd(stdout, room - Math.min(stderr.length, stderrRoom))],
  ] as const;
  const printed = parts.flatMap(([name, text]) => (text === "" ? [] : [`${name}:\n${text}`]));
  return head + (printed.length === 0 ? "(it printed nothing)" : printed.join("\n"));
};

const MOST_OF_LINE = 200;
/** A long line of code above a mark. */
const MARKED = new RegExp(`^( *)(.{${MOST_OF_LINE},})\\n( *)[~^]+ *$`, "gm");

/** What a command printed with each long line of code cut down to the statement that is marked below it. */
const withShortLines = (printed: string): string =>
  printed.replace(MARKED, (_, indent: string, line: string, spaces: string) => {
    const start = line.lastIndexOf(";", spaces.length - indent.length) + 1;
    return indent + firstCharacters(line.slice(start).trim(), MOST_OF_LINE);
  });

/** Cuts a long text down to its telling lines, or else to its end. */
const tellingEnd = (printed: string, room: number): string => {
  const text = withoutPasses(printed);
  if (text.length <= room) return text;
  const lines = withoutFrames(text.split("\n"));
  for (
    let limit = Math.floor((lines.length * room) / text.length);
    limit >= LEAST_LINES;
    limit = Math.floor(limit * 0.8)
  ) {
    const picked = tellingLines(lines, limit).map((line) => line ?? "…");
    const told = picked.join("\n");
    if (told.length <= room) return told;
  }
  return lastCharacters(text, room);
};

/** With fewer lines than this, the end of the text says just as much. */
const LEAST_LINES = 8;

/** Why a command did not simply exit, or null if it did. */
export const endingInWords = (result: CommandResult, timeoutSeconds: number): string | null => {
  switch (result.ending) {
    case "not-started":
      return `could not be started: ${result.startFault ?? "unknown reason"}`;
    case "timed-out":
      return `ended after its limit of ${timeoutSeconds} seconds`;
    case "killed":
      return `ended by the signal ${result.signal ?? "unknown"}`;
    case "interrupted":
      return "ended because the run was interrupted";
    case "exited":
      return null;
  }
};

const reminder = (stage: Stage, order: CommandJob["order"]): string => {
  const scope = `Write only these files: ${order.allowed_files.join(", ")}.`;
  const forbidden = order.forbidden.length > 0 ? ` Forbidden: ${order.forbidden.join(" ")}` : "";
  switch (stage) {
    case "llm_output_invalid":
      return `Answer with one JSON object {"summary", "writes": [{"path", "base_sha256", and "edits", "content", "delete" or "rename_to"}]} and nothing else. ${scope}`;
    case "stale_context":
      return `Copy base_sha256 for each file from the table of the order's files, and each find from the file as it is shown. ${scope}`;
    case "verify_failed":
      return `The whole repo must verify, not this order's files alone. ${scope}${forbidden}`;
    case "objected":
      return `The order has not changed: carry it out as it is written. ${scope}${forbidden}`;
    case "rejected":
      return `Every command passed, and the person who looked at the work rejected it: do what they say. ${scope}${forbidden}`;
    case "plan_acceptance_failed":
      return "Every order has landed and stays. What fails only together needs a change to one of them, or an order more.";
    case "acceptance_failed":
      return `Every postcondition and acceptance command must hold. ${scope}${forbidden}`;
    default:
      return `${scope}${forbidden}`;
  }
};
