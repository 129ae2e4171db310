import { resolve } from "node:path";
import { type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { isInside, readTextFile, realLocation } from "@llmch/files";
import { isOwn, openRepository } from "@llmch/workspace";

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
