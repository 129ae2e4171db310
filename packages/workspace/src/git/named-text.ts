import { dirname, relative, resolve, sep } from "node:path";
import { looksLikeSecretFile } from "@llmch/contract";
import { isInside, linksOn, readTextFile, realLocation } from "@llmch/files";
import { type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { isTracked } from "./blobs.ts";
import { openRepository } from "./open-repository.ts";
import type { Repository } from "./repository.ts";

/** Reads a file that a user named, as `readTextFile` does, but through no link of a repo's that leads to what is not the repo's. */
export const readNamedText = async (
  path: string,
  env: Environment,
  options?: Parameters<typeof readTextFile>[1],
): Promise<Result<string, Refusal>> => {
  const stray = await strayLink(path, env);
  return stray === null ? readTextFile(path, options) : rejected(stray);
};

/**
 * Why a file or folder is not opened: a link on the way is tracked by a repo, and leads to what is not the repo's. Whoever made the repo
 * chose where it leads; a link that the user made is the user's choice. Null if there is none.
 */
export const strayLink = async (path: string, env: Environment): Promise<Refusal | null> => {
  for (const link of linksOn(path)) {
    if (!(await isTracked(link, env))) continue;
    const repo = await openRepository(dirname(link), env);
    if (repo.ok && (await isOwn(repo.value, realLocation(path)))) continue;
    const what = link === path ? "it" : link;
    const message = `${path} is not opened: ${what} is a link that the repo tracks, and leads to no file of that repo`;
    return refusal("unreadable-input", message, "name the file that you mean by its own path");
  }
  return null;
};

/** The text of a file in a repo that git tracks or would: no path and no link leads out of it, to what git ignores, or to a secret. */
export const textInRepo = async (repo: string, path: string, env: Environment): Promise<Result<string, Refusal>> => {
  const opened = await openRepository(repo, env);
  if (!opened.ok) return opened;
  const file = realLocation(resolve(repo, path));
  if (isInside(realLocation(repo), file) && (await isOwn(opened.value, file)))
    return readTextFile(file, { links: "none" });
  const hint = "name one by its path in the repo: none that git ignores, and none with keys";
  return rejected(refusal("usage", `${path} is not a file of the repo`, hint));
};

/** Whether a file or folder is the repo's: git tracks it or would, and its name is not that of a secret. */
const isOwn = async ({ root, git }: Pick<Repository, "root" | "git">, file: string): Promise<boolean> => {
  const place = relative(root, file).split(sep).join("/");
  if (place === "") return true;
  if (!isInside(root, file) || looksLikeSecretFile(place)) return false;
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await git.read("--literal-pathspecs", ...listing, "--", place);
  return listed.ok && listed.value.split("\0").some((each) => each === place || each.startsWith(`${place}/`));
};
