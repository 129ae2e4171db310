import { resolve } from "node:path";
import { type Refusal, refusal } from "@llmch/contract";
import { isFolder } from "@llmch/files";

/** Why `--repo` names no repo for a command that needs only its folder; null if it names a folder. */
export const repoFault = (repo: string, cwd: string): Refusal | null =>
  isFolder(resolve(cwd, repo))
    ? null
    : refusal("unreadable-input", `--repo ${repo} is not a folder`, "name the folder of a repo");
