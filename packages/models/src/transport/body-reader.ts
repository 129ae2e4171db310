import { accepted, type JsonValue, type Result, rejected } from "@llmch/contract";
import type { Deadline } from "./deadline.ts";
import { broken, brokeOff, type ServerFault } from "./fault.ts";

/** The most to read of one JSON document: an answer of 10 MB, its escapes, and its envelope. */
export const MAX_DOCUMENT_LENGTH = 32 * 1024 * 1024;

/** The text of an answer as it arrives; each piece puts off the end of `silence`. Throws if the connection breaks. */
export async function* textOf(response: Response, silence: Deadline): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      silence.putOff();
      yield decoder.decode(bytes, { stream: true });
    }
  } catch (error) {
    throw silence.ended() === "deadline" ? new Error("silent for too long") : error;
  }
  yield decoder.decode();
}

/** Reads one JSON document to its end. If it is not JSON, cut off or too large, returns a fault. */
export const readDocument = async (
  pieces: AsyncIterable<string>,
  mostLength = MAX_DOCUMENT_LENGTH,
): Promise<Result<JsonValue, ServerFault>> => {
  const most = Math.min(mostLength, MAX_DOCUMENT_LENGTH);
  const parts: string[] = [];
  let length = 0;
  try {
    for await (const piece of pieces) {
      length += piece.length;
      if (length > most) return tooLarge(most);
      parts.push(piece);
    }
  } catch (error) {
    return brokeOff(error);
  }
  return parseDocument(parts.join(""));
};

/** The fault of a document that exceeds its limit. */
const tooLarge = (most: number): Result<never, ServerFault> =>
  rejected({ kind: "too-large", message: `answers with more than ${most} characters` });

/** The fault of a stream whose pieces are a model's answer, and exceed its limit. */
export const tooLong = (most: number): Result<never, ServerFault> =>
  rejected({ kind: "too-large", isStream: true, message: `answers with more than ${most} characters` });

const parseDocument = (text: string): Result<JsonValue, ServerFault> => {
  try {
    return accepted(JSON.parse(text));
  } catch {
    const what =
      text.trim() === "" ? "nothing" : text.trimStart().startsWith("<") ? "a page, not JSON" : "no whole JSON";
    return broken(`answers with ${what}`);
  }
};

/** Reads pieces until one is not blank, and returns them along with a stream of all pieces: lets a reader see what kind of answer it is. */
export const peek = async (
  pieces: AsyncGenerator<string>,
): Promise<{ readonly head: string; readonly all: AsyncGenerator<string> }> => {
  let head = "";
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    head += next.value;
    if (head.trim() !== "") break;
  }
  return { head: head.trimStart(), all: followed(head, pieces) };
};

async function* followed(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
