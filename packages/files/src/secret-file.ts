import { linkSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { accepted, type Result, rejected } from "@llmch/text";
import { errnoOf, faultInWords } from "./errno.ts";
import { newOwnedName } from "./owner.ts";
import { readPart, withRegularFile } from "./regular-file.ts";
import { writeNewFile } from "./write-fully.ts";

/** Makes a file that is this user's alone, unless there is one. If several processes make it at once, one wins. */
export const makeSecretFile = (path: string, bytes: Uint8Array): void => {
  const making = join(dirname(path), newOwnedName());
  try {
    writeNewFile(making, bytes, 0o600);
    linkSync(making, path);
  } catch (fault) {
    if (errnoOf(fault) !== "EEXIST") throw fault;
  } finally {
    rmSync(making, { force: true });
  }
};

const MAX_SECRET_BYTES = 4096;

/** What such a file has, so many bytes at least, or why it cannot be trusted: others could have read or written it. */
export const readSecretFile = (path: string, atLeast: number): Result<Buffer, string> => {
  try {
    return withRegularFile(path, "none", ({ descriptor, stats: { uid, mode, size } }): Result<Buffer, string> => {
      if (uid !== process.getuid?.()) return rejected("it is somebody else's");
      if ((mode & 0o077) !== 0) return rejected("others can read it");
      const isFit = size >= atLeast && size <= MAX_SECRET_BYTES;
      return isFit ? accepted(readPart(descriptor, 0, size)) : rejected(`it has ${size} bytes`);
    });
  } catch (fault) {
    return rejected(faultInWords(fault));
  }
};
