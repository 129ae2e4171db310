import { decodeUtf8 } from "@llmch/files";
import type { Git } from "./git.ts";
import { readBlobs } from "./objects.ts";
import type { FileAtCommit } from "./texts-at-commits.ts";

/** A file that a commit changed. `modeBefore` is `000000` if it was added, `mode` if it was removed. */
export interface FileChange {
  readonly path: string;
  readonly modeBefore: string;
  readonly mode: string;
}

const DIFF = ["diff-tree", "--stdin", "-r", "-z", "--root", "--no-renames", "--raw"] as const;

/** What commits (by their full ids) changed relative to their parents, in one git call. Nothing is listed for a merge. */
export const changesOf = async (
  git: Git,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly FileChange[]>> => {
  const changes = new Map(commits.map((commit): [string, FileChange[]] => [commit, []]));
  const input = [...changes.keys()].map((commit) => `${commit}\n`).join("");
  const listing = await git.run(DIFF, { input });
  if (listing.exitCode !== 0) throw new Error(`what commits changed cannot be read: ${listing.stderr}`);
  const fields = listing.stdout.toString().split("\0");
  let of: FileChange[] | undefined;
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index] ?? "";
    if (field.startsWith(":")) {
      const [modeBefore = "", mode = ""] = field.slice(1).split(" ");
      of?.push({ path: fields[++index] ?? "", modeBefore, mode });
    } else of = changes.get(field) ?? of;
  }
  return changes;
};

/** The paths of these changes. */
export const changedFilesOf = async (
  git: Git,
  commits: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> =>
  new Map(
    [...(await changesOf(git, commits))].map(([commit, changes]) => [commit, new Set(changes.map(({ path }) => path))]),
  );

/**
 * The contents of files in commits, in one git call, by `<commit>:<path>`; missing files are left out. Bytes that are not UTF-8
 * are decoded one by one, so that the file counts as present.
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
