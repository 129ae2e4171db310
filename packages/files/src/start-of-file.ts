import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { faultInWords } from "./errno.ts";
import { readPart, withRegularFile } from "./regular-file.ts";

/** The first bytes of a regular file; fewer if it is shorter. The refusal names a path that is not a regular file or is unreadable. */
export const startOfFile = (path: string, length: number): Result<Uint8Array, Refusal> => {
  try {
    return accepted(withRegularFile(path, "any", ({ descriptor }) => readPart(descriptor, 0, length)));
  } catch (fault) {
    const message = `${path} cannot be read (${faultInWords(fault)})`;
    return rejected(refusal("unreadable-input", message, "check the path"));
  }
};
