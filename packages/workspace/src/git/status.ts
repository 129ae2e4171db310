import { basename, dirname, join, relative, resolve } from "node:path";
import { realLocation } from "@llmch/files";
import type { Git } from "./git.ts";

const STATUS: readonly string[] = [
  "status",
  "--porcelain=v1",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=dirty",
];

/** How a checkout differs from its commit, in paths. An untracked nested repo ends in a slash. */
export interface CheckoutChanges {
  readonly tracked: readonly string[];
  readonly untracked: readonly string[];
}

/**
 * Every changed and untracked path. Writes nothing, and enters no submodule. Throws if git fails, or if the signal ends it: git waits
 * for ever at a pipe in the place of a `.gitignore`.
 */
const findChanges = async (git: Git, signal?: AbortSignal): Promise<CheckoutChanges> => {
  const status = await git.run(STATUS, { signal });
  if (status.exitCode !== 0) throw new Error(`git status failed: ${status.stderr}`);
  return parseStatus(status.stdout.toString());
};

const parseStatus = (listing: string): CheckoutChanges => {
  const entries = listing.split("\0").filter((entry) => entry.length > 3);
  const isUntracked = (entry: string) => entry.startsWith("??");
  return {
    tracked: entries.filter((entry) => !isUntracked(entry)).map((entry) => entry.slice(3)),
    untracked: entries.filter(isUntracked).map((entry) => entry.slice(3)),
  };
};

/** The same in one list. */
export const changedPaths = async (git: Git, signal?: AbortSignal): Promise<readonly string[]> => {
  const { tracked, untracked } = await findChanges(git, signal);
  return [...tracked, ...untracked];
};

const STALE: readonly string[] = [
  ...["-c", "core.checkStat=default"],
  ...["diff-files", "-z", "--name-only", "--ignore-submodules=all"],
];

/**
 * Files that the file system does not show as the index has them, whether or not their bytes differ; unlike a snapshot, git does not
 * notice a new mode in the very second of the checkout. Throws if git cannot tell.
 */
export const staleFiles = async (git: Git): Promise<readonly string[]> => {
  const listed = await git.run(STALE);
  if (listed.exitCode !== 0) throw new Error(`git diff-files failed: ${listed.stderr}`);
  return listed.stdout
    .toString()
    .split("\0")
    .filter((path) => path !== "");
};

/** The changes of a checkout, except those in the excluded places. */
export const checkoutChanges = async (git: Git, root: string, excluded: readonly string[]): Promise<CheckoutChanges> =>
  outside(root, excluded, await findChanges(git));

/** The same for people, until a signal. simple-git's own reading of it trims names. */
export const shownChanges = async (
  git: Git,
  root: string,
  excluded: readonly string[],
  signal?: AbortSignal,
): Promise<CheckoutChanges> => {
  const status = await git.ask((people) => people.raw([...STATUS]), signal);
  if (!status.ok) throw new Error(`git status failed: ${status.issues[0]}`);
  return outside(root, excluded, parseStatus(status.value));
};

/**
 * What is not at or in an excluded place. A place that is the checkout itself or contains it
 * excludes nothing: all of the user's own files are there.
 */
const outside = (root: string, excluded: readonly string[], changes: CheckoutChanges): CheckoutChanges => {
  const places = excluded.flatMap((place) => [realLocation(place), asNamed(place)]).map((at) => relative(root, at));
  const isOutside = (path: string) => !places.some((place) => place === path || path.startsWith(`${place}/`));
  return { tracked: changes.tracked.filter(isOutside), untracked: changes.untracked.filter(isOutside) };
};

/** The place as named, so the link itself if it is one: git lists that, not its target. */
const asNamed = (place: string): string => join(realLocation(dirname(resolve(place))), basename(place));
