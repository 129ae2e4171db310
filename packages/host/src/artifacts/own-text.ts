import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { accepted, rejected, type Verdict } from "@llmch/contract";
import { errnoOf, faultInWords } from "../files/errno.ts";
import { decodeUtf8 } from "../files/text-file.ts";

/**
 * The bytes of a file of a run's directory, or null where it is missing. A pipe, a device or a link that somebody put in its
 * place neither hangs us nor leads us elsewhere: that throws, as the machine's faults do.
 */
const ownBytes = (file: string): Buffer | null => {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return null;
    throw fault;
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error("it is no regular file");
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** The text of a file of a run's directory; empty where it is missing. Throws where it cannot be read. */
export const ownText = (file: string): string => ownBytes(file)?.toString() ?? "";

/** The same, strictly: what is missing, is no UTF-8, or cannot be read is an issue, in words. */
export const readOwnText = (file: string): Verdict<string, string> => {
  try {
    const bytes = ownBytes(file);
    if (bytes === null) return rejected("it is missing");
    const text = decodeUtf8(bytes);
    return text === null ? rejected("it is not UTF-8 text") : accepted(text);
  } catch (fault) {
    return rejected(`it cannot be read (${faultInWords(fault)})`);
  }
};
