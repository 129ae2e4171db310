import { relative, resolve } from "node:path";
import { isInside, realLocation } from "@llmch/files";
import { ARTIFACT_FOLDERS, planFilesIn, recordFoldersAmong } from "@llmch/store";
import type { Repository } from "@llmch/workspace";

/** What a checkout has besides its commit. */
export interface CheckoutState {
  /** The user's tracked changes and untracked files, relative to the checkout. */
  readonly dirty: readonly string[];
  /** Absolute paths of llmch's own files: they do not make the checkout dirty, and are never committed (contract §6). */
  readonly ownPlaces: readonly string[];
}

/**
 * Tells the user's changes in a checkout from llmch's own files: its artifacts, its orders, and the records of runs that were started in
 * other folders of the checkout.
 * @param ordersDirectory null if no orders are named
 */
export const lookAtCheckout = async (
  repo: Repository,
  artifactsRoot: string,
  ordersDirectory: string | null,
  signal: AbortSignal,
): Promise<CheckoutState> => {
  const named = await ownPlaces(repo, artifactsRoot, ordersDirectory);
  const paths = await repo.dirtyPaths(named, signal);
  const recorded = recordFoldersAmong(repo.root, paths);
  const folders = recorded.map((folder) => relative(repo.root, folder));
  return {
    dirty: paths.filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`))),
    ownPlaces: [...named, ...recorded],
  };
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
