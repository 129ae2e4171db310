import { resolve } from "node:path";
import { isInside, realLocation } from "@llmch/files";
import { ARTIFACT_FOLDERS, planFilesIn } from "@llmch/store";
import type { Repository } from "@llmch/workspace";

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

/** Absolute paths of a run's artifacts and orders. Of a place that contains the whole repo, only our files count. */
export const ownPlaces = async (
  repo: Pick<Repository, "root">,
  artifactsRoot: string,
  ordersDirectory: string | null,
): Promise<readonly string[]> => {
  const holdsRepo = (place: string) => isInside(realLocation(place), repo.root);
  const artifacts = holdsRepo(artifactsRoot)
    ? ARTIFACT_FOLDERS.map((folder) => resolve(artifactsRoot, folder))
    : [artifactsRoot];
  if (ordersDirectory === null) return artifacts;
  const orders = holdsRepo(ordersDirectory) ? await planFilesIn(ordersDirectory) : [ordersDirectory];
  return [...artifacts, ...orders];
};
