import type { AcceptedChange } from "@llmch/contract";
import { accepted, type Result, rejected } from "@llmch/text";
import { FIXED } from "../git/fold.ts";
import { type Git, PRINTED } from "../git/git.ts";
import type { TreeEntry } from "../git/tree.ts";

/** A tree that was made from a commit's, in a commit that no ref names. */
export interface WrittenTree {
  readonly tree: string;
  readonly commit: string;
}

/**
 * Takes the changed files of llmch's tree into the index, and writes it as a tree and as a commit, which is the same whoever makes it.
 * Takes ignored files too; a new file gets 100644, an existing one keeps its mode, one from another path has that one's. Git converts
 * line endings as usual, but runs no filters; objects are synced to disk.
 */
export const writeTree = async (
  ours: Git,
  changes: readonly AcceptedChange[],
  { parent, subject }: { readonly parent: string; readonly subject: string },
): Promise<Result<WrittenTree, string>> => {
  const commitCall = ["commit-tree", PRINTED, "-p", parent, "-m", subject] as const;
  const made = await ours.runAll([...indexCalls(changes), ["write-tree"], commitCall], { environment: FIXED });
  if (made.exitCode !== 0) return rejected(`git could not write the tree: ${made.stderr}`);
  const [tree = "", commit = ""] = made.stdout.toString("latin1").split("\n", 2);
  return accepted({ tree, commit });
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
