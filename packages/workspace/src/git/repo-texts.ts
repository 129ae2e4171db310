import { join } from "node:path";
import { type Environment, looksLikeSecretFile } from "@llmch/contract";
import { isInside, readTextFile, realLocation } from "@llmch/files";
import { openRepository } from "./open-repository.ts";
import { textsAtCommits } from "./texts-at-commits.ts";

/**
 * The texts of some files of a listing (see `repoListing`): as HEAD has them in a git repo, else as they are on disk. Does not
 * follow a link that leads out of the directory, because its target is not part of the repo, nor one that leads to what looks
 * like a secret. Leaves out unreadable files.
 */
export const readRepoTexts = async (
  directory: string,
  paths: readonly string[],
  env: Environment,
): Promise<Readonly<Record<string, string>>> => {
  const repo = await openRepository(directory, env);
  const commit = repo.ok ? (await repo.value.head()).commit : null;
  const root = repo.ok ? repo.value.root : directory;
  const asked = commit === null ? [] : paths.map((path) => ({ commit, path }));
  const tracked = await textsAtCommits(root, asked, env);
  const standing = async (path: string): Promise<string | null> => {
    const place = realLocation(join(directory, path));
    if (!isInside(realLocation(directory), place) || looksLikeSecretFile(place)) return null;
    const text = await readTextFile(place, { links: "none" });
    return text.ok ? text.value : null;
  };
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const text = tracked.get(`${commit}:${path}`) ?? (await standing(path));
    if (text !== null) texts[path] = text;
  }
  return texts;
};
