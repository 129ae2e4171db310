import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { accepted, type Result, rejected } from "@llmch/contract";
import { errnoOf, faultInWords } from "./errno.ts";
import { decodeUtf8 } from "./text-file.ts";

export interface TextBounds {
  readonly maxBytes: number;
  /** Whether to follow a link; otherwise it is an issue. The folders on the way may be links in either case. */
  readonly followsLinks: boolean;
}

/**
 * Reads a text that may be missing: null then. A file that is no text, is too large, or is no regular file (a folder, a pipe)
 * is an issue, in words.
 */
export const readBoundedText = async (
  path: string,
  { maxBytes, followsLinks }: TextBounds,
): Promise<Result<string | null, string>> => {
  const follow = followsLinks ? 0 : constants.O_NOFOLLOW;
  try {
    // Opening a pipe would wait for its writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | follow);
    try {
      const stats = await file.stat();
      if (stats.isDirectory()) return rejected("it is a directory");
      if (!stats.isFile()) return rejected("it is no regular file");
      if (stats.size > maxBytes) return rejected(`it is larger than ${maxBytes} bytes`);
      const text = decodeUtf8(await file.readFile());
      if (text === null) return rejected("it is not UTF-8 text");
      return text.includes("\0") ? rejected("it holds a NUL character") : accepted(text);
    } finally {
      await file.close();
    }
  } catch (fault) {
    const code = errnoOf(fault);
    if (code === "ENOENT" || code === "ENOTDIR") return accepted(null);
    return rejected(code === "ELOOP" && !followsLinks ? "it is a link" : faultInWords(fault));
  }
};
