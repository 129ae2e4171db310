import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@llmch/contract";
import { gitIn } from "./git-in.ts";
import { blobSizes } from "./objects.ts";

const LIMIT_MS = 10_000;

/**
 * The sizes in bytes of files of a listing (see `repoListing`): as a commit has them, in one git call, or as they are in the
 * folder if there is no commit. What is not a file, or cannot be read, is missing from the map.
 */
export const fileSizes = async (
  directory: string,
  commit: string | null,
  paths: readonly string[],
  env: Environment,
): Promise<ReadonlyMap<string, number>> => {
  if (commit === null) return standingSizes(directory, paths);
  const asked = paths.filter((path) => !/[\n\0]/.test(path));
  const git = gitIn(directory, env);
  if (git === null || asked.length === 0) return new Map();
  const names = asked.map((path) => `${commit}:${path}`);
  const sizes = await blobSizes(git, names, { limitMs: LIMIT_MS });
  return new Map(
    asked.flatMap((path, index): readonly [string, number][] => {
      const size = sizes[index] ?? null;
      return size === null ? [] : [[path, size]];
    }),
  );
};

const standingSizes = (directory: string, paths: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    paths.flatMap((path): readonly [string, number][] => {
      try {
        const stats = lstatSync(join(directory, path));
        return stats.isFile() ? [[path, stats.size]] : [];
      } catch {
        return [];
      }
    }),
  );
