import { type AcceptedChange, accepted, type Result, rejected } from "@llmch/contract";
import { diffCall, parseChanges } from "../git/changes.ts";
import { type Git, PRINTED } from "../git/git.ts";
import type { TreeChange, TreeEntry } from "../git/tree.ts";

/** A tree that was made from a commit's; `changes` is null if nobody asked for them. */
export interface WrittenTree {
  readonly tree: string;
  readonly changes: readonly TreeChange[] | null;
}

/**
 * Takes the changed files of llmch's tree into the index, and writes it as a tree object; gives its id. Takes ignored files too;
 * a new file gets 100644, an existing one keeps its mode, one from another path has that one's. Git converts line endings as
 * usual, but runs no filters; objects are synced to disk.
 * @param from the commit that git should compare it with; null for none
 */
export const writeTree = async (
  ours: Git,
  changes: readonly AcceptedChange[],
  from: string | null = null,
): Promise<Result<WrittenTree, string>> => {
  const compare = from === null ? [] : [diffCall(from, PRINTED)];
  const made = await ours.runAll([...indexCalls(changes), ["write-tree"], ...compare]);
  if (made.exitCode !== 0) return rejected(`git could not write the tree: ${made.stderr}`);
  const end = made.stdout.indexOf("\n");
  const tree = made.stdout.subarray(0, end).toString();
  return accepted({ tree, changes: from === null ? null : parseChanges(made.stdout.subarray(end + 1)) });
};

/**
 * The calls that take the changes into the index: removals come first, so that none is in another path's way. Without file modes,
 * what a command did to them is not committed. `git add` would silently skip what it cannot read in the tree.
 */
const indexCalls = (changes: readonly AcceptedChange[]): readonly (readonly string[])[] => {
  const paths = (isIt: (change: AcceptedChange) => boolean) => changes.filter(isIt).map(({ path }) => path);
  const add = ["-c", "core.fileMode=false", "update-index", "--add"];
  return [
    { call: ["update-index", "--force-remove"], of: paths(({ kind }) => kind === "remove") },
    { call: add, of: paths((change) => change.kind === "write" && change.executable === null) },
    { call: [...add, "--chmod=+x"], of: paths((change) => change.kind === "write" && change.executable === true) },
    { call: [...add, "--chmod=-x"], of: paths((change) => change.kind === "write" && change.executable === false) },
  ].flatMap(({ call, of }) => (of.length === 0 ? [] : [[...call, "--", ...of]]));
};

const modeOf = ({ executable }: Extract<AcceptedChange, { readonly kind: "write" }>): string =>
  executable === true ? "100755" : "100644";

/** The tree's entries after the changes: a new file is regular, and one from another path keeps its mode. */
export const entriesAfter = (
  entries: readonly TreeEntry[],
  changes: readonly AcceptedChange[],
): readonly TreeEntry[] => {
  const changed = new Map(changes.map((change) => [change.path as string, change]));
  const after: TreeEntry[] = [];
  for (const entry of entries) {
    const change = changed.get(entry.path);
    changed.delete(entry.path);
    if (change?.kind === "remove") continue;
    const isAsBefore = change === undefined || change.executable === null;
    after.push(isAsBefore ? entry : { path: entry.path, mode: modeOf(change) });
  }
  for (const [path, change] of changed) if (change.kind === "write") after.push({ path, mode: modeOf(change) });
  return after;
};
