import { join } from "node:path";
import type { Sandbox } from "@llmch/process";
import { filteredFiles, type Repository } from "@llmch/workspace";
import { ownPlaces } from "../lease/kept-places.ts";

/** What a checkout has besides its commit. */
export interface CheckoutState {
  /** What the user changed, relative to the checkout: tracked files, and untracked ones that an order may write. */
  readonly dirty: readonly string[];
  /** Absolute paths of llmch's own files, and of files that are as committed through a filter: they do not make the checkout dirty, and are never committed (contract §6). */
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
  sandbox: Promise<Sandbox | null> = Promise.resolve(null),
): Promise<CheckoutState> => {
  const own = await ownPlaces(repo, artifactsRoot, ordersDirectory);
  const { tracked, untracked } = await repo.changes(own, signal);
  const standing = tracked.length === 0 ? null : (await filteredFiles(repo, await sandbox)).standing;
  const same = tracked.filter((path) => standing?.has(path));
  return {
    dirty: [...tracked.filter((path) => !same.includes(path)), ...untracked.filter((path) => writable.has(path))],
    ownPlaces: [...own, ...same.map((path) => join(repo.root, path))],
  };
};
