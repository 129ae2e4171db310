import type { AcceptedChange, Workspace } from "../ports.ts";

/**
 * Undoes what commands have done to the worktree, and makes the changes again. Says why it cannot, or null.
 * @param leavesDependencies whether what was installed stays
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
