import { ORDER_SHA256_TRAILER, ORDER_TRAILER, RUN_TRAILER } from "@llmch/contract";
import type { Git } from "./git.ts";

/** An order that a commit's trailers say is done (contract §6). */
export interface DoneOrder {
  readonly order: string;
  readonly sha256: string;
  /** The run that did it; empty where the commit names none. */
  readonly run: string;
  readonly commit: string;
}

const trailer = (name: string): string => `%(trailers:key=${name},valueonly,separator=%x1f)`;

/** The orders done in the history of a commit, or in a range such as `a..b`, the newest first. */
export const readDoneOrders = async (git: Git, commit: string): Promise<readonly DoneOrder[]> => {
  const log = await git.run([
    "log",
    "--no-notes",
    "--no-decorate",
    "--basic-regexp",
    `--grep=^${ORDER_TRAILER}:`,
    `--format=%H%x00${trailer(ORDER_TRAILER)}%x00${trailer(ORDER_SHA256_TRAILER)}%x00${trailer(RUN_TRAILER)}%x00`,
    commit,
    "--",
  ]);
  if (log.exitCode !== 0) throw new Error(`the history of ${commit} cannot be read: ${log.stderr}`);
  return parseDoneOrders(log.stdout.toString());
};

/** A squashed commit may carry several orders: their trailers are paired in order. */
export const parseDoneOrders = (log: string): readonly DoneOrder[] => {
  const fields = log.split("\0");
  const done: DoneOrder[] = [];
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const commit = (fields[index] ?? "").trim();
    const orders = split(fields[index + 1]);
    const hashes = split(fields[index + 2]);
    const runs = split(fields[index + 3]);
    for (const [place, order] of orders.entries()) {
      done.push({ order, sha256: hashes[place] ?? "", run: runs[place] ?? "", commit });
    }
  }
  return done;
};

const split = (values: string | undefined): readonly string[] =>
  (values ?? "")
    .split("\u001f")
    .map((value) => value.trim())
    .filter((value) => value !== "");
