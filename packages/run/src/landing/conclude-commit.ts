import type { Evidence, Need } from "@llmch/contract";
import type { Ledger } from "@llmch/factory";
import { messageOf } from "@llmch/text";
import type { LandedCommit } from "@llmch/workspace";
import { type Push, pushAndTell } from "./push.ts";

/** An order's work is on its branch. */
export interface Concluded {
  readonly kind: "passed";
  readonly commit: Pick<LandedCommit, "commit" | "tree">;
  readonly evidence: Evidence;
  /** What went wrong after the commit: it does not change the verdict, but ends the schedule. Null if nothing did. */
  readonly aftermath: string | null;
  /** What its push waits for; left out if nothing is. */
  readonly need?: Need;
}

/** What the journal says about a commit besides its ids. */
export interface CommittedWork extends Pick<Concluded, "evidence"> {
  readonly branch: string;
  readonly files: readonly string[];
  readonly drift: readonly string[];
}

/**
 * What follows once the branch points at a commit: record it and push it (contract §5.5). Nothing here takes the commit back. May be
 * repeated after a crash.
 */
export const concludeCommit = async (
  { commit, tree, warnings }: Pick<LandedCommit, "commit" | "tree" | "warnings">,
  { branch, files, drift, evidence }: CommittedWork,
  { ledger, push }: { readonly ledger: Pick<Ledger, "emit">; readonly push: Push },
  finish: () => Promise<void> = async () => {},
): Promise<Concluded> => {
  const passed = { kind: "passed", commit: { commit, tree }, evidence } as const;
  try {
    await ledger.emit({ type: "committed", commit, tree, branch, files, drift });
    for (const message of warnings) await ledger.emit({ type: "warning", message });
    await pushAndTell(push, ledger);
    await finish();
    return { ...passed, aftermath: null };
  } catch (fault) {
    return { ...passed, aftermath: messageOf(fault) };
  }
};
