import { lstatSync } from "node:fs";
import { join } from "node:path";
import { resolveProgram } from "@llmch/process";
import { createGit } from "./git.ts";
import type { Environment } from "./git-environment.ts";
import { neutralSettings } from "./neutral-settings.ts";

/** Nothing is fetched for it, where the repo has only a part of its objects. */
const OFFLINE = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };
const LIMIT_MS = 10_000;

/**
 * How many bytes files of a listing have (see `repoListing`): as a commit has them, asked of git in one call, or as they stand in
 * a folder where there is none. What is no file there, or cannot be told, is missing from the map.
 */
export const fileSizes = async (
  directory: string,
  commit: string | null,
  paths: readonly string[],
  env: Environment,
): Promise<ReadonlyMap<string, number>> => {
  if (commit === null) return standingSizes(directory, paths);
  const asked = paths.filter((path) => !/[\n\0]/.test(path));
  const program = resolveProgram("git", { path: env.PATH ?? "", cwd: directory });
  if (program === null || asked.length === 0) return new Map();
  const git = createGit({ program, directory, env, settings: () => neutralSettings([]) });
  const batch = ["--no-replace-objects", "cat-file", "--batch-check=%(objecttype) %(objectsize)"];
  const input = asked.map((path) => `${commit}:${path}\n`).join("");
  const { stdout } = await git.run(batch, { input, environment: OFFLINE, limitMs: LIMIT_MS });
  const answers = stdout.toString().split("\n");
  return new Map(
    asked.flatMap((path, index): readonly [string, number][] => {
      const [, size] = /^blob (\d+)$/.exec(answers[index] ?? "") ?? [];
      return size === undefined ? [] : [[path, Number(size)]];
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
