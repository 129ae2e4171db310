import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RUN_TRAILER } from "@llmch/contract";
import { keptText, namesOrFault } from "@llmch/files";
import { GIT_ID } from "@llmch/text";
import { interruptedForward } from "../checkout/forward-record.ts";
import type { Repository } from "../git/repository.ts";
import { endOrphanedGits, lookAtOpenFiles } from "./processes.ts";

export interface ClearedLocks {
  /** Absolute paths. */
  readonly removed: readonly string[];
  /** A sentence for each lock that may be somebody else's, and so stays. */
  readonly left: readonly string[];
}

/** A git that has closed its lock renames it within this time. */
const STILL_MS = 200;
/** File systems have coarse clocks. */
const SLACK_MS = 1000;

/**
 * Removes the locks that a killed git call of llmch's left (reliability, C5); the caller holds the branch's lock. Removes a lock only if it
 * is certainly llmch's: it is younger than the dead run, holds at most the id of one of llmch's commits, or is the index's while the checkout
 * was following the branch, no process has it open, no git works in the repo, and it stays unchanged for a while. All others stay.
 * @param since when the dead run started, in ISO format
 */
export const clearStaleGitLocks = async (
  repo: Repository,
  { branch, since }: { readonly branch: string; readonly since: string },
): Promise<ClearedLocks> => {
  await endOrphanedGits(repo);
  const indexLock = join(repo.gitDir, "index.lock");
  const found = [...refLocks(repo, branch), indexLock].filter((file) => looksOf(file) !== null);
  const isOurs = (file: string) =>
    file === indexLock ? interruptedForward(repo)?.branch === branch : saysNothingElse(repo, file);
  const removed: string[] = [];
  const left: string[] = [];
  const before = found.map(looksOf);
  if (found.length > 0) await sleep(STILL_MS);
  for (const [index, file] of found.entries()) {
    const now = looksOf(file);
    if (now === null) continue;
    const isStill = now === before[index];
    if (isStill && isFree(repo, file) && isYoung(file, since) && (await isOurs(file))) {
      rmSync(file, { force: true });
      removed.push(file);
    } else left.push(`git's lock ${file} may be somebody else's: if no git is running in this repo, remove it`);
  }
  return { removed, left };
};

/** The locks that llmch's git calls take outside its own worktrees: when they move a branch, and when they push it. */
const refLocks = ({ gitDir, commonDir }: Repository, branch: string): readonly string[] => {
  const remotes = namesOrFault(join(commonDir, "refs/remotes")).map((name) => `refs/remotes/${name}/${branch}.lock`);
  const shared = [`refs/heads/${branch}.lock`, "packed-refs.lock", ...remotes].map((name) => join(commonDir, name));
  return [...shared, join(gitDir, "HEAD.lock")];
};

/** False if it cannot be known. */
const isFree = ({ root, gitDir, commonDir }: Repository, file: string): boolean => {
  const seen = lookAtOpenFiles();
  return seen !== null && !seen.isOpen(file) && !seen.isGitIn([root, gitDir, commonDir]);
};

const isYoung = (file: string, since: string): boolean =>
  (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= Date.parse(since) - SLACK_MS;

/** True for a lock that is empty, or holds the id of a commit with llmch's trailer. */
const saysNothingElse = async ({ git }: Repository, file: string): Promise<boolean> => {
  const text = keptText(file, "none")?.trimEnd();
  if (text === undefined) return false;
  if (text === "") return true;
  if (!GIT_ID.test(text)) return false;
  const format = `--format=%(trailers:key=${RUN_TRAILER},valueonly)`;
  const message = await git.read("log", "--no-walk", "--no-notes", format, text, "--");
  return message.ok && message.value.trim() !== "";
};

/** Changes whenever somebody works with the user's file; null if there is none, or if it is another user's. */
const looksOf = (file: string): string | null => {
  const standing = lstatSync(file, { throwIfNoEntry: false });
  if (!standing?.isFile() || standing.uid !== process.getuid?.()) return null;
  return `${standing.ino} ${standing.size} ${standing.mtimeMs} ${standing.ctimeMs}`;
};
