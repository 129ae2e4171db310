import { dirname, join, resolve } from "node:path";
import { userFile } from "@llmch/config";
import { isInside, realLocation } from "@llmch/files";
import { ARTIFACT_FOLDERS, namedKeyFile, planFilesIn, stateFolder, submittedFrom } from "@llmch/store";
import { cacheFolder, type Repository } from "@llmch/workspace";

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
  const folders = [ordersDirectory, submittedFrom(ordersDirectory) ?? []].flat();
  const orders = folders.map((folder) => (holdsRepo(folder) ? planFilesIn(folder) : [folder]));
  return [artifacts, ...(await Promise.all(orders))].flat();
};

/**
 * Absolute paths of all that llmch keeps for itself: its settings, its state with the key, its cache, the records of a run, and the token
 * of the server that may be beside them. No command sees them, and no agent is given them.
 */
export const keptPlaces = (
  { root, env }: Pick<Repository, "root" | "env">,
  records: readonly string[],
): readonly string[] => {
  // A later run may read the usual file.
  const settings = [env, { ...env, LLMCH_CONFIG: "" }].flatMap((each) => userFile(each, ".")?.path ?? []);
  const tokens = records.map((place) => join(dirname(place), "token")).filter((file) => !isInside(root, file));
  return [...settings, stateFolder(env), namedKeyFile(env) ?? [], cacheFolder(env) ?? [], ...records, ...tokens].flat();
};
