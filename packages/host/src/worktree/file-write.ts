import { lstatSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { accepted, type RepoPath, rejected, SHA256_OF_NOTHING, type Verdict } from "@llmch/contract";
import { withDirectory } from "../files/anchored-directory.ts";
import { errnoOf, faultInWords } from "../files/errno.ts";
import { temporaryName, writeNewFile } from "../files/write-fully.ts";
import { stateOf } from "./file-state.ts";

export interface AcceptedWrite {
  readonly path: RepoPath;
  readonly content: string;
  /** What the file must still be; a missing one has the hash of no bytes. */
  readonly baseSha256: string;
}

const NEW_MODE = 0o644;

/**
 * Replaces one file (reliability §3.3): parents opened or made without following links, a new file in the same
 * directory with all its bytes on the disk, the base looked at once more, rename. An existing file keeps its mode. A
 * rejection names the path and the step; nothing of ours stays behind. The directory is not synced: nobody comes back to
 * the tree of a machine that went down.
 */
export const writeFileInTree = (root: string, write: AcceptedWrite): Verdict<null, string> => {
  let step = "its directory";
  const parts = dirname(write.path) === "." ? [] : dirname(write.path).split("/");
  try {
    return withDirectory(root, parts, { make: true }, (directory) => {
      const target = join(directory.path, basename(write.path));
      const temporary = join(directory.path, temporaryName());
      try {
        step = "writing";
        const standing = lstatSync(target, { throwIfNoEntry: false });
        writeNewFile(temporary, Buffer.from(write.content), standing?.isFile() ? standing.mode & 0o777 : NEW_MODE);
        step = "looking at its base";
        if (!isBase(target, write.baseSha256)) return rejected(`${write.path} is not what the proposal was made for`);
        step = "renaming";
        renameSync(temporary, target);
      } finally {
        rmSync(temporary, { force: true });
      }
      return accepted(null);
    });
  } catch (fault) {
    return rejected(`${write.path} cannot be written (${step}: ${inWords(fault)})`);
  }
};

const isBase = (path: string, baseSha256: string): boolean => {
  const state = stateOf(path);
  if (state.kind === "missing") return baseSha256 === SHA256_OF_NOTHING;
  return state.kind === "file" && state.sha256 === baseSha256;
};

// O_NOFOLLOW with O_DIRECTORY says ENOTDIR of a link.
const inWords = (fault: unknown): string =>
  errnoOf(fault) === "ENOTDIR" ? "a link or a file is on the way" : faultInWords(fault);
