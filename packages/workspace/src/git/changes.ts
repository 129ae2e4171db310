import { byCodePoint } from "@llmch/contract";
import { decodeUtf8 } from "@llmch/files";
import type { FileAtCommit } from "./files-at-commits.ts";
import type { Git, GitCall } from "./git.ts";
import { readBlobs } from "./objects.ts";
import type { Repository } from "./repository.ts";
import type { TreeChange } from "./tree.ts";

/**
 * The changes from the tree of one commit to that of another, sorted by code point: files, links and submodules, without renames.
 * Throws if either cannot be read, or if a changed name is not UTF-8.
 */
export const changesBetween = async (
  { git, trees }: Pick<Repository, "git" | "trees">,
  from: string,
  to: string,
): Promise<readonly TreeChange[]> => {
  const known = trees.between(from, to);
  if (known !== null) return known;
  const diff = await git.run(diffCall(from, to));
  if (diff.exitCode !== 0) throw new Error(`${from} and ${to} cannot be compared: ${diff.stderr}`);
  const changes = parseChanges(diff.stdout);
  if (changes === null) throw new Error(`between ${from} and ${to} a file changed whose name is not UTF-8`);
  trees.compared(from, to, changes);
  return changes;
};

const DIFF = [
  ...["diff-tree", "-r", "-z", "--raw", "--full-index"],
  ...["--no-renames", "--no-relative", "--ignore-submodules=none"],
] as const;

/** The git call that lists the changes from one tree, or a commit's tree, to another. */
export const diffCall = <To extends GitCall[number]>(from: string, to: To): readonly (string | To)[] => [
  ...DIFF,
  from,
  to,
  "--",
];

/** One entry of git's raw listing of changes. */
export interface RawChange {
  readonly path: string;
  readonly modeBefore: string;
  readonly mode: string;
  readonly idBefore: string;
  readonly id: string;
  /** `A`, `M`, `D`, `T` … */
  readonly letter: string;
}

/** Parses `:<mode> <mode> <id> <id> <letter>`, a NUL, the path, a NUL. */
export const parseRaw = (listing: string): readonly RawChange[] => {
  const fields = listing.split("\0");
  return fields.flatMap((field, index): readonly RawChange[] => {
    const path = fields[index + 1];
    if (index % 2 === 1 || path === undefined || !field.startsWith(":")) return [];
    const [modeBefore = "", mode = "", idBefore = "", id = "", letter = ""] = field.slice(1).split(" ");
    return [{ path, modeBefore, mode, idBefore, id, letter }];
  });
};

/** The changes in git's answer, sorted by code point; null if a name is not UTF-8. */
export const parseChanges = (answer: Uint8Array): readonly TreeChange[] | null => {
  const listing = decodeUtf8(answer);
  if (listing === null) return null;
  return parseRaw(listing)
    .map(({ path, mode, id }): TreeChange => (mode === NO_MODE ? { path, mode: null } : { path, mode, id }))
    .sort((a, b) => byCodePoint(a.path, b.path));
};

const NO_MODE = "000000";

/** A file that a commit changed. `modeBefore` is `000000` if it was added, `mode` if it was removed. */
export interface FileChange {
  readonly path: string;
  readonly modeBefore: string;
  readonly mode: string;
}

const DIFFS_TO_PARENTS = ["diff-tree", "--stdin", "-r", "-z", "--root", "--no-renames", "--raw"] as const;

/** What commits (by their full ids) changed relative to their parents, in one git call. Nothing is listed for a merge. */
export const changesOf = async (
  git: Git,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly FileChange[]>> => {
  const changes = new Map(commits.map((commit): [string, FileChange[]] => [commit, []]));
  const input = [...changes.keys()].map((commit) => `${commit}\n`).join("");
  const listing = await git.run(DIFFS_TO_PARENTS, { input });
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
