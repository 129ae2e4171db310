import type { Readable } from "node:stream";
import { accepted, decodeUtf8, type Refusal, type Result, refusal, rejected } from "@llmch/app/drawing";

/** Reads standard input to its end. Refuses text that is not UTF-8. */
export const readStandardInput = async (stdin: Readable): Promise<Result<string, Refusal>> => {
  const parts: Buffer[] = [];
  for await (const part of stdin) parts.push(Buffer.from(part));
  const text = decodeUtf8(Buffer.concat(parts));
  return text === null
    ? rejected(refusal("unreadable-input", "standard input is not UTF-8 text", "give the spec as UTF-8"))
    : accepted(text);
};
