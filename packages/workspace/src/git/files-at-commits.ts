import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Environment, GIT_ID } from "@llmch/contract";
import { decodeUtf8 } from "@llmch/files";
import { gitIn } from "./git-in.ts";
import { blobSizes, readBlobs } from "./objects.ts";

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

/**
 * The sizes in bytes of files of a listing (see `repoListing`): as a commit has them, in one git call, or as they are in the
 * folder if there is no commit. What is not a file, or cannot be read, is missing from the map.
 */
export const fileSizes = async (
  directory: string,
  commit: string | null,
  paths: readonly string[],
  env: Environment,
): Promise<ReadonlyMap<string, number>> => {
  if (commit === null) return standingSizes(directory, paths);
  const asked = paths.filter((path) => !/[\n\0]/.test(path));
  const git = gitIn(directory, env);
  if (git === null || asked.length === 0) return new Map();
  const names = asked.map((path) => `${commit}:${path}`);
  const sizes = await blobSizes(git, names, { limitMs: LIMIT_MS });
  return new Map(
    asked.flatMap((path, index): readonly [string, number][] => {
      const size = sizes[index] ?? null;
      return size === null ? [] : [[path, size]];
    }),
  );
};

const standingSizes = (directory: string, paths: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    paths.flatMap((path): readonly [string, number][] => {
      try {
        const stats = lstatSync(join(directory, path));
        return stats.isFile() ? [[path, stats.size]] : [];
      } catch {
        return [];
      }
    }),
  );

/** Whether git tracks a file: whoever made the repo made the file. False if there is no repo, or no git to ask. */
export const isTracked = async (file: string, env: Environment): Promise<boolean> => {
  const args = ["--literal-pathspecs", "ls-files", "-z", "--", basename(file)];
  const listed = await gitIn(dirname(file), env)?.run(args, { limitMs: LIMIT_MS });
  return listed?.exitCode === 0 && listed.stdout.length > 0;
};
