import { accepted, type Result } from "@llmch/contract";
import type { Answer } from "../protocol/answer.ts";
import { MAX_DOCUMENT_LENGTH, peek, readDocument, textOf, tooLong } from "../transport/body-reader.ts";
import type { Deadline } from "../transport/deadline.ts";
import { textAt } from "../transport/envelope.ts";
import { readEvents } from "../transport/event-stream.ts";
import { broken, oneLine, type ServerFault } from "../transport/fault.ts";
import { createDraft } from "./message-draft.ts";
import { failed, readMessage } from "./messages-protocol.ts";

/** How a streamed request ended: with an answer, or broken off. */
export type Streamed =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "broken-off"; readonly why: string };

/** Reads a message that arrives in one piece. */
export const readWhole = (
  response: Response,
  silence: Deadline,
  model: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Result<Answer, ServerFault>> => readPieces(textOf(response, silence), model, most);

const readPieces = async (
  pieces: AsyncIterable<string>,
  model: string,
  most: number,
): Promise<Result<Answer, ServerFault>> => {
  const document = await readDocument(pieces, most);
  return document.ok ? readMessage(document.value, model) : document;
};

const streamed = (answer: Result<Answer, ServerFault>): Result<Streamed, ServerFault> =>
  answer.ok ? accepted({ kind: "answer", answer: answer.value }) : answer;

/**
 * Reads a stream to its final event, passing the model's thoughts to `onReasoning` as they arrive. Accepts plain JSON instead of a
 * stream. An error that the stream carries is a fault; a stream that breaks is not.
 */
export const readStream = async (
  response: Response,
  silence: Deadline,
  model: string,
  onReasoning: (text: string) => void,
  most = MAX_DOCUMENT_LENGTH,
  answering: (characters: number) => void = () => {},
): Promise<Result<Streamed, ServerFault>> => {
  const draft = createDraft(onReasoning, answering);
  try {
    const { head, all } = await peek(textOf(response, silence));
    if (head.startsWith("<")) return broken("answers with a page, not a stream");
    if (head.startsWith("{")) return streamed(await readPieces(all, model, most));
    for await (const event of readEvents(all)) {
      const type = textAt(event, "type");
      if (type === "error") return failed(event, draft.isBegun());
      if (type === "message_stop") return streamed(readMessage(draft.message(), model));
      draft.take(event);
      if (draft.length() > most) return tooLong(most);
    }
    return accepted({ kind: "broken-off", why: "the stream ended without its last event" });
  } catch (error) {
    const why = `the stream broke off (${oneLine(error instanceof Error ? error.message : "")})`;
    return accepted({ kind: "broken-off", why });
  }
};
