import { type FailureBrief, fingerprint } from "@llmch/contract";
import { lastCharacters } from "./excerpt.ts";

/** Where an excerpt begins hangs on the length of paths; its end does not. */
const STABLE_CHARACTERS = 400;

/** The end of an excerpt, without what changes from run to run. */
export const stableEnd = (excerpt: string): string => lastCharacters(fingerprint(excerpt), STABLE_CHARACTERS);

/** Two attempts with one of these failed in the same way: stage, command, exit code, and text less numbers and paths. */
const failureFingerprint = ({ stage, command, exit_code, primary_error_excerpt }: FailureBrief): string =>
  JSON.stringify([stage, command, exit_code, stableEnd(primary_error_excerpt)]);

/** The attempts that failed as the last one did, the last one too; empty where it is the first of its kind. */
export const repeatedFailures = (
  failed: readonly { readonly attempt: number; readonly brief: FailureBrief }[],
): readonly number[] => {
  const last = failed.at(-1);
  if (last === undefined) return [];
  const wanted = failureFingerprint(last.brief);
  const alike = failed.filter(({ brief }) => failureFingerprint(brief) === wanted).map(({ attempt }) => attempt);
  return alike.length > 1 ? alike : [];
};
