import { normalizePath, pathFault } from "@llmch/contract";
import type { ImportedFiles } from "../profile.ts";

/** Hidden folders, and those that builds and installs fill: no plan knows what is in them. */
const MADE = /(?:^|\/)(?:\.[^/]*|node_modules|dist|build|out|target|coverage|lib)\//;
/** The extensions that a specifier may omit, or that a compiler replaces. */
const FOUND_AS = ["", ".js", ".mjs", ".cjs", ".json", ".node", ".ts", ".mts", ".cts", ".tsx", ".jsx", ".wasm"];

/** The files that a JavaScript program's relative import may mean, relative to its working folder. */
export const filesOfSpecifier = (specifier: string): readonly string[] => {
  if (!/^\.\.?\//.test(specifier) || /[?#%]/.test(specifier)) return [];
  const path = normalizePath(specifier);
  if (pathFault(path) !== null) return [];
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  return [...new Set([path, stem, `${path}/index`].flatMap((each) => FOUND_AS.map((ending) => each + ending)))];
};

/**
 * True for a JavaScript program's relative import that matches no file of the repo. Packages, and anything that may be found in another
 * way, count as found: a wrong warning is worse than none.
 */
export const leadsNowhere = (specifier: string, files: ImportedFiles): boolean => {
  if (!/^\.\.?\//.test(specifier) || /[?#%]/.test(specifier)) return false;
  const path = normalizePath(specifier);
  if (pathFault(path) !== null || MADE.test(`${path}/`)) return false;
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  return !files.hasFolder(path) && ![path, stem].some((each) => FOUND_AS.some((ending) => files.has(each + ending)));
};
