import { constants, lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, sha256 } from "@llmch/testkit";

/** Everything below a folder as one text: path, kind, mode and bytes of each file. Times are left out. */
export const standingOf = (folder: string): string =>
  filesBelow(folder)
    .map((path) => `${path} ${entryOf(join(folder, path))}`)
    .join("\n");

const entryOf = (path: string): string => {
  const { mode } = lstatSync(path);
  const kind = mode & constants.S_IFMT;
  if (kind === constants.S_IFLNK) return `-> ${readlinkSync(path)}`;
  return `${mode.toString(8)} ${kind === constants.S_IFREG ? sha256(readFileSync(path)) : ""}`;
};
