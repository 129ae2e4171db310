import { ORDER_TRAILER } from "@llmch/contract";
import type { Git } from "./git.ts";
import { trailedLog } from "./trailed-log.ts";

/** An order that a commit's trailers record as done (contract §6). */
export interface DoneOrder {
  readonly order: string;
  readonly sha256: string;
  /** The run that did it; empty if the commit names none. */
  readonly run: string;
  readonly commit: string;
}

/**
 * The orders done in the history of a commit, or in a range such as `a..b`, newest first. A squashed commit may carry several
 * orders: their trailers are paired in order.
 */
export const readDoneOrders = async (git: Git, commit: string): Promise<readonly DoneOrder[]> => {
  const which = ["--basic-regexp", `--grep=^${ORDER_TRAILER}:`, commit];
  const commits = await trailedLog(git.read, which, { of: commit });
  return commits.flatMap(({ commit: id, orders, sha256s, runs }) =>
    orders.map((order, place) => ({ order, sha256: sha256s[place] ?? "", run: runs[place] ?? "", commit: id })),
  );
};
