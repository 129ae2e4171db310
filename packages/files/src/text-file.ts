import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { NOT_UTF8, readUtf8 } from "./bounded-text.ts";
import type { ReadBounds } from "./regular-file.ts";

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
