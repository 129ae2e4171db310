import { type Condition, repoPath } from "@llmch/contract";
import type { Workspace } from "./ports.ts";

/** The conditions that do not hold in the worktree, each as a sentence. */
export const unmetConditions = async (
  conditions: readonly Condition[],
  workspace: Workspace,
): Promise<readonly string[]> => {
  const unmet: string[] = [];
  for (const { kind, path: raw } of conditions) {
    const path = repoPath(raw);
    const there = path !== null && (await workspace.isFile(path));
    if (kind === "file_exists" && !there) unmet.push(`file_exists ${raw}: there is no such file`);
    if (kind === "file_absent" && there) unmet.push(`file_absent ${raw}: the file is there`);
  }
  return unmet;
};
