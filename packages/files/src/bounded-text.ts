import { accepted, type Result, rejected } from "@llmch/contract";
import { decodeUtf8 } from "./decode-utf8.ts";
import { errnoOf, faultInWords } from "./errno.ts";
import { type ReadBounds, readRegularFile } from "./regular-file.ts";

export const NOT_UTF8 = "it is not UTF-8 text";

/**
 * Reads a text; null if the file is missing. Reports as an issue, in words, a file that is not UTF-8, is too large, is not a regular file
 * (a folder, a pipe), or is a link that may not be followed. The folders above it may be links.
 */
export const readUtf8 = (path: string, bounds: ReadBounds): Result<string | null, string> => {
  try {
    const text = decodeUtf8(readRegularFile(path, bounds));
    return text === null ? rejected(NOT_UTF8) : accepted(text);
  } catch (fault) {
    const code = errnoOf(fault);
    if (code === "ENOENT" || code === "ENOTDIR") return accepted(null);
    return rejected(code === "ELOOP" && bounds.links === "none" ? "it is a link" : faultInWords(fault));
  }
};

/** The same, but a NUL character in the text is an issue too. */
export const readBoundedText = async (path: string, bounds: ReadBounds): Promise<Result<string | null, string>> => {
  const text = readUtf8(path, bounds);
  return text.ok && text.value?.includes("\0") ? rejected("it holds a NUL character") : text;
};
