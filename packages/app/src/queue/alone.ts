import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Result, refusal, rejected } from "@llmch/contract";
import { isDead, namesIn, ownerOf, systemText } from "@llmch/files";
import { isBeingWritten, QUEUE_FILE, type QueueRecord, STARTING } from "@llmch/store";
import { acquireLock } from "@llmch/workspace";
import type { OutcomeError } from "../outcome.ts";

/** Whether a process carries a run out, or is about to. */
export const isLive = (directory: string, { process }: Pick<QueueRecord, "process">): boolean => {
  if (isBeingWritten(directory)) return true;
  if (process === null) return false;
  const owner = ownerOf(process);
  if (owner !== null) return !isDead(owner);
  if (process !== STARTING) return false;
  // What was just noted may not have begun.
  const { mtimeMs = 0 } = statSync(join(directory, QUEUE_FILE), { throwIfNoEntry: false }) ?? {};
  if (Math.abs(Date.now() - mtimeMs) < START_MS) return true;
  // A server died before it noted what it started. Where this shows nothing, the run's own lock keeps a second process away.
  const words = `\0resume\0${basename(directory)}\0`;
  return namesIn("/proc").some((pid) => systemText(`/proc/${pid}/cmdline`).includes(words));
};

/** Within this time a process has begun that is started. */
const START_MS = 2000;
const PATIENCE_MS = 30_000;
const POLL_MS = 10;

/** Does something of that name while no other process, and nobody else in this one, does. */
export const whileAlone = async <Value>(
  data: string,
  name: string,
  work: () => Promise<Result<Value, OutcomeError>>,
): Promise<Result<Value, OutcomeError>> => {
  for (const until = performance.now() + PATIENCE_MS; ; await setTimeout(POLL_MS)) {
    const lock = acquireLock({ commonDir: join(data, "queue") }, name, { run: name });
    if (!lock.ok && lock.issues[0].code === "locked" && performance.now() < until) continue;
    if (!lock.ok)
      return rejected(refusal(lock.issues[0].code, `${data} is in use: ${lock.issues[0].message}`, "try again"));
    try {
      return await work();
    } finally {
      lock.value.release();
    }
  }
};
