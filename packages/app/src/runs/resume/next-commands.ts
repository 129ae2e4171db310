import type { Context } from "@llmch/config";
import type { FailureBrief } from "@llmch/contract";
import { artifactsFlag } from "@llmch/records";
import { shellWord } from "@llmch/text";

/**
 * The command that resumes a run, as a person would type it. A run that used up its attempts gets more.
 * @param more further flags, such as a larger limit
 */
export const resumeCommand = (
  runId: string,
  isUsedUp: boolean,
  artifactsRoot: string,
  place: Place,
  more: string | null = null,
): string =>
  [
    `llmch resume ${runId}${artifactsFlag(artifactsRoot, place)}`,
    ...(isUsedUp ? ["--max-attempts +2"] : []),
    ...(more === null ? [] : [more]),
  ].join(" ");

/** The command that approves everything that a run waits for. */
export const approveCommand = (runId: string, artifactsRoot: string, place: Place): string =>
  `llmch decide ${runId} approve --all${artifactsFlag(artifactsRoot, place)}`;

/** The command that asks for a corrected order after the model has objected to it. */
export const reviseCommand = (runId: string, artifactsRoot: string, place: Place): string =>
  `llmch revise ${runId}${artifactsFlag(artifactsRoot, place)}`;

/** The line that finds the commit at which a plan as a whole began to fail; null if none would. */
export const bisectCommand = ({ bisect }: Pick<FailureBrief, "bisect">, root: string, cwd: string): string | null =>
  bisect === undefined ? null : root === cwd ? bisect : `cd ${shellWord(root)} && ${bisect}`;

/** What that line does. Of a command that was seen failing before the first order, git would name an order that did not break it. */
export const bisectInWords = ({ failed_before }: Pick<FailureBrief, "failed_before">): string =>
  failed_before === true
    ? "finds the commit at which it began to fail; it failed before the first order too, at the commit named in the line: where it held in between, give that commit instead"
    : "finds the commit at which it began to fail, if it held before";

/** The command that shows a run's story. */
export const showCommand = (runId: string, artifactsRoot: string, place: Place): string =>
  `llmch show ${runId}${artifactsFlag(artifactsRoot, place)}`;

type Place = Pick<Context, "env" | "cwd">;
