import { join, resolve } from "node:path";
import { type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { isInside, readTextFile, realLocation } from "@llmch/files";

/** The text of a file in a repo: no path and no link leads out of it, or to git's own files. */
export const textInRepo = async (repo: string, path: string): Promise<Result<string, Refusal>> => {
  const root = realLocation(repo);
  const file = realLocation(resolve(root, path));
  if (isInside(root, file) && !isInside(join(root, ".git"), file)) return readTextFile(file, { links: "none" });
  return rejected(refusal("usage", `${path} is not a file of the repo`, "name one by its path in the repo"));
};
