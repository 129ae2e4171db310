import type { FailureBrief } from "@llmch/contract";
import { fingerprint, lastCharacters } from "@llmch/text";

/**
 * The last fifth of the longest excerpt, without anything that changes from run to run. The start of an excerpt depends on the
 * length of paths; its end does not.
 */
export const stableEnd = (excerpt: string, excerptCharacters: number): string =>
  lastCharacters(fingerprint(excerpt), Math.floor(excerptCharacters / 5));

/** Attempts with the same key failed in the same way: stage, command, exit code, and text without numbers and paths. */
const failureFingerprint = (
  { stage, command, exit_code, primary_error_excerpt }: FailureBrief,
  excerptCharacters: number,
): string => JSON.stringify([stage, command, exit_code, stableEnd(primary_error_excerpt, excerptCharacters)]);

/** The attempts that failed as the last one did, including the last one; empty if no earlier one did. */
export const repeatedFailures = (
  failed: readonly { readonly attempt: number; readonly brief: FailureBrief }[],
  excerptCharacters: number,
): readonly number[] => {
  const last = failed.at(-1);
  if (last === undefined) return [];
  const of = (brief: FailureBrief) => failureFingerprint(brief, excerptCharacters);
  const wanted = of(last.brief);
  const alike = failed.filter(({ brief }) => of(brief) === wanted).map(({ attempt }) => attempt);
  return alike.length > 1 ? alike : [];
};

/** Tells the next attempt about repeated failures. A demand of the order that nothing meets may itself be wrong. */
export const repetitionInWords = (alike: readonly number[], { stage, command }: FailureBrief): string => {
  const told = `Attempts ${alike.join(" and ")} failed in the same way.`;
  if (stage !== "acceptance_failed")
    return `${told} The same approach will fail again: find the cause that they share, and take another one.`;
  const demand = command === null ? "the postcondition" : "the command";
  return (
    `${told} Work out from the order's words what ${demand} must come to. If ${demand} itself is wrong, object: answer with an ` +
    `\`objection\` whose \`contradiction\` names it${command === null ? "" : ` (${JSON.stringify(command)})`} and the sentence of the order that it ` +
    "contradicts; do not bend the code to it. Else find the cause that the attempts share, and take another approach."
  );
};
