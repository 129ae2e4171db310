import { type Tick, tickedText } from "@llmch/contract";
import { utf8Text } from "@llmch/text";
import { changesBetween } from "../git/changes.ts";
import { foldOnto } from "../git/fold.ts";
import { readBlobs } from "../git/objects.ts";
import type { Repository } from "../git/repository.ts";
import { blobsOf, parseTree, type TreeChange } from "../git/tree.ts";
import type { LandingTree } from "./landing.ts";

/** A tree with its order's ticks. */
export interface TickedTree {
  readonly tree: string;
  /** The files that have ticks. */
  readonly files: readonly string[];
  /** Why others have none, a sentence each. */
  readonly left: readonly string[];
}

/**
 * Puts an order's ticks on the tree that lands (contract §11). A file that the tree does not hold, or that the user's checkout shows
 * with changes, gets none; neither does a line that has changed since the plan was made. Throws if git fails.
 * @param kept files that the order promises to leave as they are
 */
export const tickedTree = async (
  repo: Repository,
  { base, tree }: LandingTree,
  ticks: readonly Tick[],
  kept: readonly string[] = [],
): Promise<TickedTree> => {
  const paths = [...new Set(ticks.map(({ path }) => path))];
  const changed = new Set(await changedHere(repo, paths));
  const held = parseTree(await read(repo, "--literal-pathspecs", "ls-tree", "-z", "--full-tree", tree, "--", ...paths));
  const blobs = blobsOf(held);
  const left: string[] = [];
  const changes: TreeChange[] = [];
  for (const path of paths) {
    const keeps = (why: string) => left.push(`${path} is not ticked: ${why}`);
    const [bytes] = await readBlobs(repo.git, [blobs.get(path) ?? ""]);
    const text = bytes == null || bytes.length > MOST_BYTES ? null : utf8Text(bytes);
    const mode = held.find((entry) => entry.path === path)?.mode;
    if (mode === undefined || text === null) keeps("the commit holds no such text");
    else if (kept.includes(path)) keeps("its order leaves it unchanged");
    else if (changed.has(path)) keeps("your checkout has changes of it that are not committed");
    else {
      const ticked = tickedText(
        text,
        ticks.filter((each) => each.path === path),
      );
      for (const { line } of ticked.left)
        left.push(`${path}:${line} is not ticked: the line has changed since it was planned`);
      if (ticked.text !== text) changes.push({ path, mode, id: await written(repo, ticked.text) });
    }
  }
  if (changes.length === 0) return { tree, files: [], left };
  const folded = await foldOnto(repo, base, [await changesBetween(repo, base, tree), changes]);
  return { tree: folded.tree, files: changes.map(({ path }) => path), left };
};

const MOST_BYTES = 5_000_000;

/** Which of the files the user's checkout shows with changes. */
const changedHere = async (repo: Repository, paths: readonly string[]): Promise<readonly string[]> => {
  const status = ["--literal-pathspecs", "status", "--porcelain=v1", "-z", "--untracked-files=no", "--no-renames"];
  const listing = await read(repo, ...status, "--", ...paths);
  return listing.split("\0").map((entry) => entry.slice(3));
};

const written = async ({ git }: Repository, text: string): Promise<string> => {
  const made = await git.run(["hash-object", "-w", "--stdin"], { input: text });
  if (made.exitCode !== 0) throw new Error(`git could not keep a text: ${made.stderr}`);
  return made.stdout.toString().trim();
};

const read = async ({ git }: Repository, ...args: readonly string[]): Promise<string> => {
  const listed = await git.read(...args);
  if (!listed.ok) throw new Error(`git could not tell of the files to tick: ${listed.issues[0]}`);
  return listed.value;
};
