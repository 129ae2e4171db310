import { isGrave, type Round, reviewFolder } from "@llmch/contract";
import { commandArgv, type JsonValue } from "@llmch/text";
import { type JudgingContext, judgeBy } from "../commands/judge-command.ts";
import { endingInWords } from "../job/brief.ts";
import { type JudgedNote, lowered } from "./judge-notes.ts";

/** A note, the result of its own command, and whether it stands. */
export interface TriedNote extends JudgedNote {
  readonly standing: "blocks" | "kept" | "struck";
  /** The command's result in words; null if there was none to run. */
  readonly shown: string | null;
  /** The entry of `review.json` for that command. */
  readonly record: JsonValue;
}

/** The most commands to run for one review. */
const MOST_COMMANDS = 10;

/**
 * Runs the commands that notes name as proof, on the candidate. A command must fail if its claim holds: exit code 0 strikes the
 * claim, and a command that cannot run proves nothing.
 */
export const tryClaims = async (
  notes: readonly JudgedNote[],
  at: Round,
  context: ClaimContext,
): Promise<TriedNote[] | "interrupted"> => {
  const tried: TriedNote[] = [];
  const known = new Map<string, Tried>();
  for (const each of notes) {
    const { command } = each.note;
    if (command === null || !isGrave(each.note.severity)) {
      tried.push({ ...each, standing: isGrave(each.note.severity) ? "blocks" : "kept", shown: null, record: null });
      continue;
    }
    const before = known.get(command);
    const outcome = before ?? (await tryCommand(command, known.size, at, context));
    if (outcome === "interrupted") return outcome;
    known.set(command, outcome);
    tried.push(standingOf(each, outcome));
  }
  return tried;
};

type ClaimContext = Omit<JudgingContext, "phase" | "prefix">;

interface Tried {
  readonly kind: "failed" | "passed" | "proves-nothing";
  readonly shown: string;
  readonly record: JsonValue;
}

const tryCommand = async (
  command: string,
  index: number,
  at: Round,
  context: ClaimContext,
): Promise<Tried | "interrupted"> => {
  const { job } = context;
  const nothing = (why: string, record: JsonValue = null): Tried => ({ kind: "proves-nothing", shown: why, record });
  const argv = commandArgv(command);
  if (!argv.ok) return nothing(`its command cannot be run: ${argv.issues[0]}`);
  if (index >= MOST_COMMANDS) return nothing(`its command is not run: a review has ${MOST_COMMANDS} at most`);
  const planned = { display: command, argv: argv.value, folder: null };
  const asked = { ...context, phase: "review", prefix: `${reviewFolder(at)}/`, isUnseen: true } as const;
  const { ok, result, record } = await judgeBy(planned, index, asked);
  if (result.ending === "interrupted") return "interrupted";
  if (result.ending === "not-started" || result.ending === "timed-out")
    return nothing(`its command ${endingInWords(result, job.timeoutSeconds)}`, record);
  const how = result.exitCode === null ? endingInWords(result, job.timeoutSeconds) : `exit code ${result.exitCode}`;
  return { kind: ok ? "passed" : "failed", shown: `its command: ${how}`, record };
};

const standingOf = (each: JudgedNote, { kind, shown, record }: Tried): TriedNote => {
  if (kind === "passed") return { ...each, standing: "struck", shown, record };
  if (kind === "failed") return { ...each, standing: "blocks", shown, record };
  return { ...lowered(each.note, shown), standing: "kept", shown, record };
};
