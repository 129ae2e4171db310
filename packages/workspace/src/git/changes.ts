import { byCodePoint, utf8Text } from "@llmch/text";
import type { Git } from "./git.ts";
import type { TreeChange } from "./tree.ts";

/**
 * The changes from the tree of one commit to that of another, sorted by code point: files, links and submodules, without renames.
 * Throws if either cannot be read, or if a changed name is not UTF-8.
 */
export const changesBetween = async (
  { git }: { readonly git: Git },
  from: string,
  to: string,
): Promise<readonly TreeChange[]> => {
  const diff = await git.run([...DIFF, from, to, "--"]);
  if (diff.exitCode !== 0) throw new Error(`${from} and ${to} cannot be compared: ${diff.stderr}`);
  const changes = parseChanges(diff.stdout);
  if (changes === null) throw new Error(`between ${from} and ${to} a file changed whose name is not UTF-8`);
  return changes;
};

const DIFF = [
  ...["diff-tree", "-r", "-z", "--raw", "--full-index"],
  ...["--no-renames", "--no-relative", "--ignore-submodules=none"],
] as const;

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
const parseChanges = (answer: Uint8Array): readonly TreeChange[] | null => {
  const listing = utf8Text(answer);
  if (listing === null) return null;
  return parseRaw(listing)
    .map(({ path, mode, id }): TreeChange => (mode === NO_MODE ? { path, mode: null } : { path, mode, id }))
    .sort((a, b) => byCodePoint(a.path, b.path));
};

const NO_MODE = "000000";

/** The paths that commits (by their full ids) changed relative to their parents, in one git call. Nothing is listed for a merge. */
export const changedFilesOf = async (
  git: Git,
  commits: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const changes = new Map(commits.map((commit): [string, Set<string>] => [commit, new Set()]));
  const input = [...changes.keys()].map((commit) => `${commit}\n`).join("");
  const listing = await git.run(["diff-tree", "--stdin", "-r", "-z", "--root", "--no-renames", "--raw"], { input });
  if (listing.exitCode !== 0) throw new Error(`what commits changed cannot be read: ${listing.stderr}`);
  const fields = listing.stdout.toString().split("\0");
  let of: Set<string> | undefined;
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index] ?? "";
    if (field.startsWith(":")) of?.add(fields[++index] ?? "");
    else of = changes.get(field) ?? of;
  }
  return changes;
};
