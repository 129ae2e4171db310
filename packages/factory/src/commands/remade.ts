import type { AcceptedChange } from "@llmch/contract";
import type { Workspace } from "../job/ports.ts";

/**
 * Undoes everything that commands did to the worktree, then applies the changes again. Returns what went wrong, or null.
 * @param leavesDependencies whether installed dependencies stay
 */
export const remade = async (
  changes: readonly AcceptedChange[],
  workspace: Pick<Workspace, "reset" | "apply">,
  leavesDependencies: boolean,
): Promise<string | null> => {
  await workspace.reset({ leavesDependencies });
  for (const change of changes) {
    const made = await workspace.apply(change);
    if (!made.ok) return made.issues.join("\n");
  }
  return null;
};
