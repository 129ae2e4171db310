import type { AcceptedChange } from "@llmch/contract";
import type { Workspace } from "../job/ports.ts";

/**
 * Undoes everything that commands did to the worktree, except what they installed, then applies the changes again. Returns what went
 * wrong, or null.
 */
export const remade = async (
  changes: readonly AcceptedChange[],
  workspace: Pick<Workspace, "reset" | "apply">,
): Promise<string | null> => {
  await workspace.reset({ leavesDependencies: true });
  for (const change of changes) {
    const made = await workspace.apply(change);
    if (!made.ok) return made.issues.join("\n");
  }
  return null;
};
