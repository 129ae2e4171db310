import { repoPath } from "@llmch/contract";
import type { ChangedFile } from "./mutant.ts";

/** A file that an order wrote; a new one, unless its text before is given. */
export const changedFile = (name: string, after: string, before: string | null = null): ChangedFile => {
  const path = repoPath(name);
  if (path === null) throw new Error(`${name} is no path`);
  return { path, before, after };
};
