import { open, stat } from "node:fs/promises";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { faultInWords } from "./errno.ts";

/** The first bytes of a regular file; fewer if it is shorter. Refuses by name a path that is no such file or cannot be read. */
export const startOfFile = async (path: string, length: number): Promise<Result<Uint8Array, Refusal>> => {
  try {
    if (!(await stat(path)).isFile()) return unreadable(path, "it is no file");
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, 0);
      return accepted(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (fault) {
    return unreadable(path, faultInWords(fault));
  }
};

const unreadable = (path: string, why: string) =>
  rejected(refusal("unreadable-input", `${path} cannot be read (${why})`, "check the path"));
