import { decodeUtf8 } from "@llmch/files";
import type { Git } from "./git.ts";
import { readBlobs } from "./objects.ts";
import type { FileAtCommit } from "./texts-at-commits.ts";

const DIFF = ["diff-tree", "--stdin", "-r", "-z", "--root", "--no-renames", "--name-only"] as const;

/** The paths that commits (by their full ids) changed against their parents, asked of git in one call. A merge has none. */
export const changedFilesOf = async (
  git: Git,
  commits: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const changed = new Map(commits.map((commit): [string, Set<string>] => [commit, new Set()]));
  const input = [...changed.keys()].map((commit) => `${commit}\n`).join("");
  const listing = await git.run(["--no-replace-objects", ...DIFF], { input });
  if (listing.exitCode !== 0) throw new Error(`what commits changed cannot be read: ${listing.stderr}`);
  let paths: Set<string> | undefined;
  for (const field of listing.stdout.toString().split("\0")) {
    const of = changed.get(field);
    if (of !== undefined) paths = of;
    else if (field !== "") paths?.add(field);
  }
  return changed;
};

/**
 * What files hold in commits, asked of git in one call, by `<commit>:<path>`; what is not there is missing. Bytes that are no UTF-8 are told
 * one by one, so that the file counts as there.
 */
export const contentsAtCommits = async (
  git: Git,
  files: readonly FileAtCommit[],
): Promise<ReadonlyMap<string, string>> => {
  const names = files.map(({ commit, path }) => `${commit}:${path}`);
  const contents = new Map<string, string>();
  if (names.length === 0) return contents;
  let index = 0;
  for (const bytes of await readBlobs(git, names)) {
    const name = names[index++];
    if (name !== undefined && bytes !== null) contents.set(name, decodeUtf8(bytes) ?? bytes.toString("latin1"));
  }
  return contents;
};
