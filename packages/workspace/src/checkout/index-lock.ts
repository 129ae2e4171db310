import { linkSync, lstatSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf, isDead, keptText, type Owner, ownerOf, writeNewFile } from "@llmch/files";
import { accepted, type Result, rejected } from "@llmch/text";
import type { Repository } from "../git/repository.ts";

/** A fast-forward of a checkout from one commit of its branch to the next one. */
export interface Forward {
  readonly branch: string;
  readonly from: string;
  readonly commit: string;
  /** Whether the commit is made of what the checkout has: what is staged there is in it, and what it has besides stays. */
  readonly isTaken?: boolean;
}

/** An `index.lock` that llmch wrote: it names its owner and the step in progress. */
interface Claim {
  readonly owner: Owner;
  readonly forward: Forward;
}

/** Long enough for an editor that reads the status. */
const TRIES = 20;
const WAIT_MS = 25;

const lockFile = (repo: Pick<Repository, "gitDir">): string => join(repo.gitDir, "index.lock");

/**
 * Takes git's own lock on the checkout's index, so that no git of the user's interferes. Replaces a lock that a dead llmch
 * process left for the same branch; the caller holds that branch's lock. Gives the release function; rejects if somebody else
 * holds the lock.
 * @param scratch a folder beside the lock, whose name tells its owner
 */
export const takeIndexLock = async (
  repo: Pick<Repository, "gitDir">,
  forward: Forward,
  scratch: string,
): Promise<Result<() => void, string>> => {
  const text = `${JSON.stringify({ llmch: basename(scratch), ...forward })}\n`;
  const file = lockFile(repo);
  const temporary = join(scratch, "lock");
  writeNewFile(temporary, Buffer.from(text), 0o644);
  for (let tries = 0; tries < TRIES; tries++) {
    if (interruptedForward(repo)?.branch === forward.branch) {
      renameSync(temporary, file);
      return accepted(() => release(file, text));
    }
    try {
      linkSync(temporary, file);
      return accepted(() => release(file, text));
    } catch (fault) {
      if (errnoOf(fault) !== "EEXIST") throw fault;
    }
    await sleep(WAIT_MS);
  }
  return rejected(`git's index is locked by ${file}`);
};

/**
 * The fast-forward of this checkout that a killed process left unfinished, according to the lock that it left, to pass to `finishForward`;
 * null if there is no such lock.
 */
export const interruptedForward = (repo: Pick<Repository, "gitDir">): Forward | null => {
  const claim = claimIn(textOf(lockFile(repo)) ?? "");
  return claim !== null && isDead(claim.owner) ? claim.forward : null;
};

/** True if there is a lock that llmch did not make. */
export const isForeignIndexLock = (repo: Pick<Repository, "gitDir">): boolean => {
  const text = textOf(lockFile(repo));
  return text !== null && claimIn(text) === null;
};

/** Removes the lock that a dead llmch process left for a branch whose lock the caller holds. */
export const clearAbandonedClaim = (repo: Pick<Repository, "gitDir">, branch: string): void => {
  if (interruptedForward(repo)?.branch === branch) rmSync(lockFile(repo), { force: true });
};

const claimIn = (text: string): Claim | null => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  const [name, branch, from, commit] = ["llmch", "branch", "from", "commit"].map((key) => fields.get(key));
  if (typeof name !== "string" || typeof branch !== "string") return null;
  if (typeof from !== "string" || typeof commit !== "string") return null;
  const owner = ownerOf(name);
  const isTaken = fields.get("isTaken") === true ? { isTaken: true } : {};
  return owner === null ? null : { owner, forward: { branch, from, commit, ...isTaken } };
};

const release = (file: string, text: string): void => {
  if (textOf(file) === text) rmSync(file, { force: true });
};

/** Null if there is no such file; empty if llmch cannot have made it, such as a pipe. */
const textOf = (file: string): string | null => {
  const text = keptText(file, "none");
  return text === null && lstatSync(file, { throwIfNoEntry: false }) !== undefined ? "" : text;
};
