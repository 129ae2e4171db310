import type { FileState } from "@llmch/contract";
import { inspectFile } from "../files/file-state.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { blobId } from "../git/tree.ts";
import type { Change } from "./staging.ts";

/** What is at a path of a checkout. `isGits` says if it is what the index has there, byte for byte or as git converts it. */
export type StandingFile =
  | { readonly kind: "file"; readonly sha256: string; readonly executable: boolean; readonly isGits: boolean }
  | Exclude<FileState, { readonly kind: "file" }>;

/**
 * Inspects the files of a checkout that a step changes. Only their bytes count: git's record of them may be stale, and flags such
 * as `--assume-unchanged` and `--skip-worktree` distort it.
 */
export const lookAtFiles = async (
  { git, root }: Pick<Repository, "git" | "root">,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, StandingFile>> => {
  const found = new Map<string, StandingFile>();
  const unsure: Change[] = [];
  for (const change of changes) {
    const { path, before } = change;
    const state = inspectFile(root, path, new Set());
    if (state.kind !== "file") {
      found.set(path, state);
      continue;
    }
    const isGits = state.data !== null && blobId(state.data, before.length) === before;
    if (!isGits && change.kind !== "new") unsure.push(change);
    found.set(path, { kind: "file", sha256: state.sha256, executable: state.executable, isGits });
  }
  const blobs = await blobsOfFiles(git, unsure);
  for (const [index, { path, before }] of unsure.entries()) {
    const state = found.get(path);
    if (state?.kind === "file" && blobs[index] === before) found.set(path, { ...state, isGits: true });
  }
  return found;
};

/** The blob ids that git would give files after converting line endings and encodings. */
const blobsOfFiles = async (git: Git, files: readonly Change[]): Promise<readonly (string | undefined)[]> => {
  if (files.length === 0) return [];
  const hashed = await git.run(["hash-object", "--", ...files.map(({ path }) => path)]);
  return hashed.stdout.toString().split("\n");
};
