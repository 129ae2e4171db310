import { accessSync, constants, lstatSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { faultInWords } from "./errno.ts";

/** Checks whether a directory is writable or can be created, without creating anything. */
export const probeDirectory = (directory: string): Result<null, Refusal> => {
  try {
    const standing = statSync(directory, { throwIfNoEntry: false });
    if (standing === undefined && isLink(directory)) return unwritable(directory, "it is a link that leads nowhere");
    if (standing === undefined && dirname(directory) !== directory) return probeDirectory(dirname(directory));
    if (standing?.isDirectory()) {
      accessSync(directory, constants.W_OK | constants.X_OK);
      if (OF_THE_KERNEL.has(statfsSync(directory).type)) return unwritable(directory, "no files can be created there");
      return accepted(null);
    }
    return unwritable(directory, "it is not a directory");
  } catch (fault) {
    return unwritable(directory, faultInWords(fault));
  }
};

/** The kernel's file systems, by their magic numbers: root passes all permission checks there, but can create nothing. */
const OF_THE_KERNEL: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x63677270, // cgroup2
]);

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

const unwritable = (directory: string, why: string) =>
  rejected(refusal("not-writable", `${directory} cannot be written (${why})`, "fix its permissions, or name another"));

/** How many bytes the user may still write in a directory that exists or will be created; null if unknown. */
export const freeSpace = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return dirname(directory) === directory ? null : freeSpace(dirname(directory));
  }
};
