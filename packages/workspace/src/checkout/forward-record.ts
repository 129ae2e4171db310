import { rmSync } from "node:fs";
import { join } from "node:path";
import { keptText, writeNewFile } from "@llmch/files";
import type { Repository } from "../git/repository.ts";

/** A move of a branch from one commit to the next, which the checkout that is on it follows. */
export interface Forward {
  readonly branch: string;
  readonly from: string;
  readonly commit: string;
  /** Whether the commit is made of what the checkout has: then only the index follows, and what the checkout has besides stays. */
  readonly isTaken?: boolean;
}

type Checkout = Pick<Repository, "gitDir">;

const fileOf = ({ gitDir }: Checkout): string => join(gitDir, "llmch-forward");

/** Notes a move before the branch moves, for whoever comes after a kill; the caller holds the branch's lock. */
export const recordForward = (checkout: Checkout, { branch, from, commit, isTaken = false }: Forward): void => {
  rmSync(fileOf(checkout), { force: true });
  const line = `${from} ${commit} ${isTaken ? "taken" : "clean"} ${branch}\n`;
  writeNewFile(fileOf(checkout), Buffer.from(line), 0o644);
};

/**
 * The move that this checkout may not have followed, because a process was killed, to pass to `finishForward` by whoever holds its branch's
 * lock; null if there is none.
 */
export const interruptedForward = (checkout: Checkout): Forward | null => {
  const text = keptText(fileOf(checkout), "none");
  const [, from, commit, kind, branch] =
    /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (clean|taken) (.+)\n$/.exec(text ?? "") ?? [];
  if (from !== undefined && commit !== undefined && branch !== undefined)
    return { branch, from, commit, ...(kind === "taken" ? { isTaken: true } : {}) };
  // A note that was cut short says of no move: none had been made yet.
  if (text !== null) rmSync(fileOf(checkout), { force: true });
  return null;
};

/** Removes the note of a branch's move. */
export const forgetForward = (checkout: Checkout, branch: string): void => {
  if (interruptedForward(checkout)?.branch === branch) rmSync(fileOf(checkout), { force: true });
};
