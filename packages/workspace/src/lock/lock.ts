import { linkSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import {
  bootId,
  errnoOf,
  faultInWords,
  isDead,
  isGone,
  makeDirectory,
  namesOrFault,
  newOwnedName,
  newUlid,
  ownerOf,
  ownStartTicks,
  thisMachine,
  writeNewFile,
} from "@llmch/files";
import { accepted, type Refusal, type Result, refusal, rejected, sha256Hex } from "@llmch/text";
import type { Repository } from "../git/repository.ts";
import { type ChainLink, type LockPlace, lastLink } from "./chain.ts";
import { judgeHolder, type LockRecord, type Vantage } from "./lock-record.ts";

/** A branch of a repo that only this process works on. */
export interface Lock {
  /** The dead holder that it was taken over from; null if it was free, or if its record was damaged. */
  readonly takenOverFrom: LockRecord | null;
  /** Releases it; a second call does nothing. Throws if the machine fails. */
  release(): void;
}

export interface LockOptions {
  /** The id of this run, for the message to a second one. */
  readonly run: string;
  /** Whether the run of a holder that cannot be checked from here is known to be over. */
  readonly isOver?: (run: string) => boolean;
  /** The wall clock; only a label. */
  readonly now?: () => Date;
}

type Common = Pick<Repository, "commonDir">;

const TEMPORARY = ".tmp";
const ROOT = ".lock";
const MAX_TRIES = 1000;

/**
 * Takes a branch for this process, in the directory that all of a repo's worktrees share (reliability §3.5, G8). Refuses at once,
 * without creating anything, if another process holds it or if nobody can tell; takes over a dead process's lock.
 *
 * The holder is the last of a chain of records. A record is complete before link(2) puts it in place, only the holder removes
 * what the chain leads through, and ids are never reused. So a process that was too slow can at most link its record where no
 * chain leads any more; it looks again from the root, finds that it is not the last, and removes its record.
 */
export const acquireLock = (repo: Common, branch: string, options: LockOptions): Result<Lock, Refusal> => {
  const folder = lockFolder(repo);
  try {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const outcome = tryToLock(folder, lockName(branch), branch, options);
      if (outcome !== "again") return outcome;
    }
  } catch (fault) {
    const message = `the branch ${branch} cannot be locked in ${folder} (${faultInWords(fault)})`;
    return rejected(refusal("not-writable", message, "make git's directory writable"));
  }
  return rejected(refusal("locked", `many runs ask for the branch ${branch} at once`, "try again"));
};

/** Why a branch cannot be locked at the moment, or null. Takes nothing, and leaves a dead holder's lock as it is. */
export const lockObstacle = (repo: Common, branch: string): Refusal | null => {
  const last = lastLink(placeOf(lockFolder(repo), lockName(branch)));
  return last === null ? null : holderObstacle(last);
};

/** The branches that dead processes of this machine hold. */
export const deadLocks = (repo: Common): readonly LockRecord[] =>
  namesOrFault(lockFolder(repo))
    .filter((name) => name.endsWith(ROOT))
    .map((name) => lastLink(placeOf(lockFolder(repo), name.slice(0, -ROOT.length)))?.record ?? null)
    .filter((record) => record !== null)
    .filter((record) => judgeHolder(record, here()) === "dead");

/** Any branch's name gives a short file name. */
const lockName = (branch: string): string => sha256Hex(branch).slice(0, 16);

const lockFolder = ({ commonDir }: Common): string => join(commonDir, "llmch");

const placeOf = (folder: string, name: string): LockPlace => ({
  root: join(folder, name + ROOT),
  after: (id) => join(folder, `${name}.after-${id}`),
});

const tryToLock = (
  folder: string,
  name: string,
  branch: string,
  options: LockOptions,
): Result<Lock, Refusal> | "again" => {
  const place = placeOf(folder, name);
  const last = lastLink(place);
  const obstacle = last === null ? null : holderObstacle(last, options.isOver);
  if (obstacle !== null) return rejected(obstacle);
  const record = newRecord(branch, options);
  const temporary = join(folder, newOwnedName() + TEMPORARY);
  const target = last === null ? place.root : place.after(last.id);
  try {
    makeDirectory(folder);
    writeNewFile(temporary, Buffer.from(`${JSON.stringify(record)}\n`), 0o644);
    linkSync(temporary, target);
  } catch (fault) {
    rmSync(temporary, { force: true });
    // Another process was faster, or has just removed the empty folder.
    if (errnoOf(fault) === "EEXIST" || errnoOf(fault) === "ENOENT") return "again";
    throw fault;
  }
  try {
    const isOurs = lastLink(place)?.id === record.id;
    if (isOurs) compact(folder, name, temporary, last);
    else rmSync(target, { force: true });
    rmSync(temporary, { force: true });
    if (!isOurs) return "again";
  } catch (fault) {
    release(folder, place, record);
    rmSync(temporary, { force: true });
    throw fault;
  }
  return accepted({ takenOverFrom: last?.record ?? null, release: () => release(folder, place, record) });
};

/** Makes the holder's record the root, and removes the rest of the chain and the leftovers of dead processes. */
const compact = (folder: string, name: string, temporary: string, predecessor: ChainLink | null): void => {
  if (predecessor !== null) renameSync(temporary, join(folder, name + ROOT));
  for (const entry of namesOrFault(folder)) {
    if (entry.startsWith(`${name}.after-`) || isAbandoned(entry)) rmSync(join(folder, entry), { force: true });
  }
};

const isAbandoned = (entry: string): boolean => {
  const owner = entry.endsWith(TEMPORARY) ? ownerOf(entry.slice(0, -TEMPORARY.length)) : null;
  return owner !== null && isDead(owner);
};

const release = (folder: string, place: LockPlace, { id }: LockRecord): void => {
  const last = lastLink(place);
  if (last?.id === id) rmSync(last.file, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Other branches are locked too.
  }
};

const newRecord = (branch: string, { run, now = () => new Date() }: LockOptions): LockRecord => ({
  id: newUlid(),
  pid: process.pid,
  start_ticks: ownStartTicks(),
  boot_id: bootId(),
  host: hostname(),
  machine: thisMachine(),
  run,
  branch,
  started_at_utc: now().toISOString(),
});

/** Why a lock cannot be taken over; null if its holder is dead. */
const holderObstacle = ({ record, file }: ChainLink, isOver: LockOptions["isOver"] = () => false): Refusal | null => {
  const state = judgeHolder(record, here());
  if (record === null || (state !== "alive" && state !== "unknown")) return null;
  if (state === "alive") return held(record);
  return isOver(record.run) ? null : unjudged(record, file);
};

const here = (): Vantage => ({ machine: thisMachine(), bootId: bootId(), isGone });

const sentence = ({ branch, run, pid, host, started_at_utc }: LockRecord): string =>
  `the branch ${branch} is in use by run ${run} (process ${pid} on ${host}, since ${started_at_utc})`;

const held = (record: LockRecord): Refusal =>
  refusal("locked", sentence(record), `wait until it has ended, or end it with \`kill ${record.pid}\``);

const unjudged = (record: LockRecord, file: string): Refusal => {
  const message = `${sentence(record)}, which cannot be checked from here`;
  return refusal("locked", message, `wait until it has ended; if it is surely gone, remove ${file}`);
};
