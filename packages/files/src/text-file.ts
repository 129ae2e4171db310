import { accepted, type Refusal, type Result, refusal, rejected, utf8Text } from "@llmch/text";
import { errnoOf, faultInWords } from "./errno.ts";
import { type ReadBounds, readPart, readRegularFile, withRegularFile } from "./regular-file.ts";

/** More than anybody writes. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface TextFileOptions extends Partial<ReadBounds> {
  /** The user's name for the file. */
  readonly name?: string;
  /** What to do if it cannot be read. */
  readonly hint?: string;
}

/**
 * Reads a user's file. The refusal names a file that is missing, unreadable, too large, not a regular file or not UTF-8 (contract §4). By
 * default the path may be a link, since the user may have created one.
 */
export const readTextFile = async (
  path: string,
  { name = path, hint = "check the path", maxBytes = MAX_DOCUMENT_BYTES, links = "any" }: TextFileOptions = {},
): Promise<Result<string, Refusal>> => {
  const text = readUtf8(path, { maxBytes, links });
  const why = text.ok ? "there is no such file" : text.issues[0];
  if (text.ok && text.value !== null) return accepted(text.value);
  const message = `${name} cannot be read (${why})`;
  return rejected(refusal("unreadable-input", message, why === NOT_UTF8 ? "save it as UTF-8" : hint));
};

/** The first bytes of a regular file; fewer if it is shorter. The refusal names a path that is not a regular file or is unreadable. */
export const startOfFile = (path: string, length: number): Result<Uint8Array, Refusal> => {
  try {
    return accepted(withRegularFile(path, "any", ({ descriptor }) => readPart(descriptor, 0, length)));
  } catch (fault) {
    const message = `${path} cannot be read (${faultInWords(fault)})`;
    return rejected(refusal("unreadable-input", message, "check the path"));
  }
};

export const NOT_UTF8 = "it is not UTF-8 text";

/**
 * Reads a text; null if the file is missing. Reports as an issue, in words, a file that is not UTF-8, is too large, is not a regular file
 * (a folder, a pipe), or is a link that may not be followed. The folders above it may be links.
 */
export const readUtf8 = (path: string, bounds: ReadBounds): Result<string | null, string> => {
  try {
    const text = utf8Text(readRegularFile(path, bounds));
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
