import { type Environment, GIT_ID } from "@llmch/contract";
import { decodeUtf8 } from "@llmch/files";
import { gitIn } from "./git-in.ts";
import { readBlobs } from "./objects.ts";

/** A file at a commit, by its full id. */
export interface FileAtCommit {
  readonly commit: string;
  readonly path: string;
}

const LIMIT_MS = 10_000;

/**
 * The texts of files as commits have them, in one git call. The map's keys are `<commit>:<path>`; it leaves out what the repo
 * does not have, or what is not UTF-8, and is empty if there is no repo.
 */
export const textsAtCommits = async (
  directory: string,
  files: readonly FileAtCommit[],
  env: Environment,
): Promise<ReadonlyMap<string, string>> => {
  const names = files
    .filter(({ commit, path }) => GIT_ID.test(commit) && !/[\n\0]/.test(path))
    .map(({ commit, path }) => `${commit}:${path}`);
  const git = gitIn(directory, env);
  const texts = new Map<string, string>();
  if (git === null || names.length === 0) return texts;
  let index = 0;
  for (const bytes of await readBlobs(git, names, { limitMs: LIMIT_MS })) {
    const name = names[index++];
    const text = bytes === null ? null : decodeUtf8(bytes);
    if (name !== undefined && text !== null) texts.set(name, text);
  }
  return texts;
};
