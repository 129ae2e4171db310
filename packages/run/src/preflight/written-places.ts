import { join, resolve } from "node:path";
import { isInside, probeDirectory, realLocation } from "@llmch/files";
import { ARTIFACT_FOLDERS } from "@llmch/store";
import { accepted, type Refusal, type Result, refusal } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import type { Scene } from "./scene.ts";

/** Why a copy of the artifacts cannot go there; null if it can, or if none is wanted. */
export const outObstacle = (
  out: string | undefined,
  repo: Repository,
  { artifactsRoot, cwd }: Pick<Scene, "artifactsRoot" | "cwd">,
): Refusal | null => {
  if (out === undefined) return null;
  const hint = "choose a directory outside it";
  const path = resolve(cwd, out);
  if (repo.contains(path)) return refusal("out-inside-repo", `--out ${out} is inside the repo`, hint);
  const records = ARTIFACT_FOLDERS.map((folder) => join(artifactsRoot, folder));
  const place = records.find((folder) => isInside(realLocation(folder), realLocation(path)));
  return place === undefined
    ? null
    : refusal("out-inside-artifacts", `--out ${out} is inside ${place}, where runs are recorded`, hint);
};

/** Checks that every directory that a run writes to is writable. */
export const probePlaces = ({ repo: { commonDir }, artifactsRoot, options, cwd }: Scene): Result<null, Refusal> => {
  const inGit = ["objects", "refs", "worktrees"].map((name) => join(commonDir, name));
  const out = options.out === undefined ? [] : [resolve(cwd, options.out)];
  for (const directory of [commonDir, ...inGit, artifactsRoot, ...out]) {
    const writable = probeDirectory(directory);
    if (!writable.ok) return writable;
  }
  return accepted(null);
};
