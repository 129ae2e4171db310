import { normalizePath, pathFault } from "@llmch/contract";
import type { ImportedFiles } from "../profile.ts";

/** Folders that builds and installs fill, and hidden ones: what is in them no plan says. */
const MADE = /(?:^|\/)(?:\.[^/]*|node_modules|dist|build|out|target|coverage|lib)\//;
/** What a specifier may leave out, or what a compiler turns into what it says. */
const FOUND_AS = ["", ".js", ".mjs", ".cjs", ".json", ".node", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".wasm"];

/**
 * True for a relative import of a JavaScript program that leads to no file of the repo. Packages and everything that may be found
 * in another way count as found: a warning that is wrong is worse than none.
 */
export const leadsNowhere = (specifier: string, files: ImportedFiles): boolean => {
  if (!/^\.\.?\//.test(specifier) || /[?#%]/.test(specifier)) return false;
  const path = normalizePath(specifier);
  if (pathFault(path) !== null || MADE.test(`${path}/`)) return false;
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  return !files.hasFolder(path) && ![path, stem].some((each) => FOUND_AS.some((ending) => files.has(each + ending)));
};
