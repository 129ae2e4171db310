import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { faultInWords } from "./errno.ts";

/** Checks, without making anything, whether a directory can be written or made. */
export const probeDirectory = (directory: string): Result<null, Refusal> => {
  try {
    const standing = statSync(directory, { throwIfNoEntry: false });
    if (standing === undefined && isLink(directory)) return unwritable(directory, "it is a link that leads nowhere");
    if (standing === undefined && dirname(directory) !== directory) return probeDirectory(dirname(directory));
    if (standing?.isDirectory()) {
      accessSync(directory, constants.W_OK | constants.X_OK);
      return accepted(null);
    }
    return unwritable(directory, "it is no directory");
  } catch (fault) {
    return unwritable(directory, faultInWords(fault));
  }
};

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

const unwritable = (directory: string, why: string) =>
  rejected(refusal("not-writable", `${directory} cannot be written (${why})`, "fix its permissions, or name another"));
