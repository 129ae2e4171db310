import { setTimeout } from "node:timers/promises";
import { type Result, refusal, rejected } from "@llmch/text";
import { acquireLock } from "@llmch/workspace";
import type { OutcomeError } from "../outcome.ts";

const PATIENCE_MS = 30_000;
const POLL_MS = 10;

/**
 * Does something of that name while no other process, and nobody else in this one, does.
 * @param folder where the lock lies meanwhile
 */
export const whileAlone = async <Value>(
  folder: string,
  name: string,
  work: () => Promise<Result<Value, OutcomeError>>,
): Promise<Result<Value, OutcomeError>> => {
  for (const until = performance.now() + PATIENCE_MS; ; await setTimeout(POLL_MS)) {
    const lock = acquireLock({ commonDir: folder }, name, { run: name });
    if (!lock.ok && lock.issues[0].code === "locked" && performance.now() < until) continue;
    if (!lock.ok)
      return rejected(refusal(lock.issues[0].code, `${folder} is in use: ${lock.issues[0].message}`, "try again"));
    try {
      return await work();
    } finally {
      lock.value.release();
    }
  }
};
