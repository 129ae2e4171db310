import type { Repository } from "@llmch/workspace";
import { ownPlaces } from "../lease/kept-places.ts";

/** What a checkout has besides its commit. */
export interface CheckoutState {
  /** What the user changed, relative to the checkout: tracked files, and untracked ones that an order may write. */
  readonly dirty: readonly string[];
  /** Absolute paths of llmch's own files: they do not make the checkout dirty, and are never committed (contract §6). */
  readonly ownPlaces: readonly string[];
}

interface Places {
  readonly artifactsRoot: string;
  /** Null if no orders are named. */
  readonly ordersDirectory: string | null;
  /** The files that the orders may write: an untracked file elsewhere is in nobody's way. */
  readonly writable: ReadonlySet<string>;
}

/** Tells the user's changes in a checkout from llmch's own files: its artifacts and its orders. */
export const lookAtCheckout = async (
  repo: Repository,
  { artifactsRoot, ordersDirectory, writable }: Places,
  signal: AbortSignal,
): Promise<CheckoutState> => {
  const own = await ownPlaces(repo, artifactsRoot, ordersDirectory);
  const { tracked, untracked } = await repo.changes(own, signal);
  return { dirty: [...tracked, ...untracked.filter((path) => writable.has(path))], ownPlaces: own };
};
