import { messageOf } from "@llmch/contract";
import type { Commit, Ledger, Workspace } from "./ports.ts";

/** `aftermath` is what went wrong once the commit stood: it no longer changes the verdict, but ends the schedule. */
export interface Conclusion {
  readonly kind: "passed";
  readonly commit: Commit;
  readonly aftermath: string | null;
}

/** What the journal says of a commit besides its ids. */
export interface CommittedWork {
  readonly branch: string;
  readonly files: readonly string[];
  readonly drift: readonly string[];
}

/**
 * What follows a commit that the branch points at: the journal says so, and it is pushed (contract §5.5). Nothing here
 * takes the commit back; may be done again after a crash.
 */
export const concludeCommit = async (
  commit: Commit,
  { branch, files, drift }: CommittedWork,
  { ledger, workspace }: { readonly ledger: Ledger; readonly workspace: Pick<Workspace, "push"> },
  finish: () => Promise<void> = async () => {},
): Promise<Conclusion> => {
  try {
    await ledger.emit({ type: "committed", commit: commit.commit, tree: commit.tree, branch, files, drift });
    for (const message of commit.warnings) await ledger.emit({ type: "warning", message });
    const pushed = await workspace.push();
    if (!pushed.ok) await ledger.emit({ type: "warning", message: `the push failed: ${pushed.issues.join("; ")}` });
    else if (pushed.value !== null) await ledger.emit({ type: "pushed", remote: pushed.value.remote });
    await finish();
    return { kind: "passed", commit, aftermath: null };
  } catch (fault) {
    return { kind: "passed", commit, aftermath: messageOf(fault) };
  }
};
