import { byCodePoint } from "@llmch/contract";
import { decodeUtf8 } from "@llmch/files";
import type { GitCall } from "./git.ts";
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

/** Parses git's answer: `:<mode> <mode> <id> <id> <letter>`, a NUL, the path, a NUL. Sorted by code point; null if a name is not UTF-8. */
export const parseChanges = (answer: Uint8Array): readonly TreeChange[] | null => {
  const listing = decodeUtf8(answer);
  if (listing === null) return null;
  const fields = listing.split("\0");
  const changes = fields.flatMap((field, index): TreeChange[] => {
    const [, mode, id] = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]$/.exec(index % 2 === 0 ? field : "") ?? [];
    const path = fields[index + 1];
    if (mode === undefined || id === undefined || path === undefined) return [];
    return [mode === NO_MODE ? { path, mode: null } : { path, mode, id }];
  });
  return changes.sort((a, b) => byCodePoint(a.path, b.path));
};

const NO_MODE = "000000";
