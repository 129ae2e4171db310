import { accepted, type JsonValue, type Result, rejected } from "@llmch/text";
import { readEvents } from "./event-stream.ts";
import { broken, brokeOff, type ServerFault } from "./fault.ts";

/** The most to read of one JSON document: an answer of 10 MB, its escapes, and its envelope. */
const MAX_DOCUMENT_LENGTH = 32 * 1024 * 1024;

/** An answer that arrives as events. */
export interface Draft<Answer> {
  /** Takes the next event. Returns the answer, or an error that the stream carries, if it was the last one. */
  take(event: JsonValue): Result<Answer, ServerFault> | null;
  /** The answer at the end of a stream without a last event; null if it is incomplete. */
  end?(): Result<Answer, ServerFault> | null;
  /** How many characters have arrived. */
  length(): number;
}

/**
 * Reads an answer to its end: as a stream of events or, if the server sends that instead, in one piece. If it breaks off, is not
 * readable or has more than `most` characters, returns a fault.
 */
export const readAnswer = async <Answer>(
  response: Response,
  most: number,
  draft: Draft<Answer>,
  readWhole: (document: JsonValue) => Result<Answer, ServerFault>,
): Promise<Result<Answer, ServerFault>> => {
  try {
    const { head, all } = await peek(textOf(response));
    if (!EVENTS.test(head)) {
      const document = await readPieces(all, most);
      return document.ok ? readWhole(document.value) : document;
    }
    for await (const event of readEvents(all)) {
      const answer = draft.take(event);
      if (answer !== null) return answer;
      if (draft.length() > most) return tooLarge(most, { isStream: true });
    }
    return draft.end?.() ?? brokeOff("the stream ended early");
  } catch (error) {
    return brokeOff(error);
  }
};

/** The beginning of an event stream; anything else is a document, or no answer at all. */
const EVENTS = /^(?:data|event|id|retry)?:/;
const LONGEST_BEGINNING = "event:".length;

/** Reads one JSON document to its end. */
export const readDocument = async (
  response: Response,
  most = MAX_DOCUMENT_LENGTH,
): Promise<Result<JsonValue, ServerFault>> => {
  try {
    return await readPieces(textOf(response), most);
  } catch (error) {
    return brokeOff(error);
  }
};

const readPieces = async (
  pieces: AsyncIterable<string>,
  mostLength: number,
): Promise<Result<JsonValue, ServerFault>> => {
  const most = Math.min(mostLength, MAX_DOCUMENT_LENGTH);
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (text.length > most) return tooLarge(most);
  }
  return parseDocument(text);
};

/** The text of an answer as it arrives. Throws if the connection breaks. */
async function* textOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** @param isStream marks an answer whose pieces exceed the limit, not a document */
const tooLarge = (most: number, mark: { readonly isStream?: true } = {}): Result<never, ServerFault> =>
  rejected({ kind: "too-large", message: `answers with more than ${most} characters`, ...mark });

const parseDocument = (text: string): Result<JsonValue, ServerFault> => {
  try {
    return accepted(JSON.parse(text));
  } catch {
    const what =
      text.trim() === "" ? "nothing" : text.trimStart().startsWith("<") ? "a page, not JSON" : "no whole JSON";
    return broken(`answers with ${what}`);
  }
};

/** Reads the beginning that shows what kind of answer it is, and returns it along with a stream of all pieces. */
const peek = async (
  pieces: AsyncGenerator<string>,
): Promise<{ readonly head: string; readonly all: AsyncGenerator<string> }> => {
  let head = "";
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    head += next.value;
    if (head.trim().length >= LONGEST_BEGINNING) break;
  }
  return { head: head.trimStart(), all: followed(head, pieces) };
};

async function* followed(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}
