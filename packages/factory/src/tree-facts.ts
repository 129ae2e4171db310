import { repoPath } from "@llmch/contract";
import type { Workspace } from "./ports.ts";
import type { TreeFacts } from "./verification.ts";

/** Reads what tells how the worktree is verified, as it stands now. */
export const readTreeFacts = async (workspace: Workspace): Promise<TreeFacts> => {
  const files = await workspace.presentFiles();
  return {
    files,
    packageJson: await textAt(workspace, "package.json"),
    makefile: (await textAt(workspace, "Makefile")) ?? (await textAt(workspace, "makefile")),
  };
};

const textAt = async (workspace: Workspace, name: string): Promise<string | null> => {
  const path = repoPath(name);
  const state = path === null ? null : await workspace.inspect(path);
  return state?.kind === "file" ? state.text : null;
};
