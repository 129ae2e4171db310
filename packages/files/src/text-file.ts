import { readFile } from "node:fs/promises";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { faultInWords } from "./errno.ts";

/** The text of bytes that are valid UTF-8, or null. A byte order mark stays. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Reads a user's file. Refuses by name a file that is missing, unreadable or not UTF-8 (contract §4).
 * @param name the file as the user calls it
 */
export const readTextFile = async (path: string, name = path): Promise<Result<string, Refusal>> => {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (fault) {
    return unreadable(name, faultInWords(fault), "check the path");
  }
  const text = decodeUtf8(bytes);
  return text === null ? unreadable(name, "it is not UTF-8 text", "save it as UTF-8") : accepted(text);
};

const unreadable = (path: string, why: string, hint: string) =>
  rejected(refusal("unreadable-input", `${path} cannot be read (${why})`, hint));
