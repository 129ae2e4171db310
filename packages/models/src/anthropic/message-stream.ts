import { accepted, isJsonObject, type JsonObject, type JsonValue, type Result } from "@llmch/contract";
import type { Answer } from "../live/answer.ts";
import { MAX_DOCUMENT_LENGTH, peek, readDocument, textOf, tooLarge } from "../transport/body-reader.ts";
import type { Deadline } from "../transport/deadline.ts";
import { at, textAt } from "../transport/envelope.ts";
import { readEvents } from "../transport/event-stream.ts";
import { broken, oneLine, type ServerFault } from "../transport/fault.ts";
import { failed, readMessage } from "./messages-protocol.ts";

/** How a streamed request ended: as it should, or broken off. */
export type Streamed =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "broken-off"; readonly why: string };

/** Reads a message that comes in one piece. */
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
 * Reads a stream to its final event, telling `onReasoning` of the model's thoughts as they arrive. A server that answers with
 * plain JSON instead is read as such. An error that the stream carries is a fault; a stream that breaks is not.
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
      if (draft.length() > most) return tooLarge(most);
    }
    return accepted({ kind: "broken-off", why: "the stream ended without its last event" });
  } catch (error) {
    const why = `the stream broke off (${oneLine(error instanceof Error ? error.message : "")})`;
    return accepted({ kind: "broken-off", why });
  }
};

/** Puts a message together from the events of its stream, as it would have come in one piece. */
const createDraft = (onReasoning: (text: string) => void, answering: (characters: number) => void) => {
  let begun: JsonValue | undefined;
  let ending: JsonValue | undefined;
  let usage: JsonObject = {};
  let [length, thoughtLength] = [0, 0];
  let isThinking = false;
  let isCounted = false;
  const texts: string[] = [];
  const thoughts: string[] = [];

  const count = (told: JsonValue | undefined): void => {
    const numbers = Object.entries(isJsonObject(told) ? told : {}).filter(([, value]) => value !== null);
    usage = { ...usage, ...Object.fromEntries(numbers) };
  };
  const add = (pieces: string[], piece: string | null): void => {
    length += piece?.length ?? 0;
    if (piece !== null) pieces.push(piece);
  };

  return {
    isBegun: () => begun !== undefined,
    length: () => length,
    take: (event: JsonValue): void => {
      switch (textAt(event, "type")) {
        case "message_start":
          begun = at(event, "message") ?? {};
          count(at(begun, "usage"));
          break;
        case "content_block_start":
          add(texts, textAt(event, "content_block", "text"));
          break;
        case "content_block_delta": {
          const thought = textAt(event, "delta", "thinking");
          if (thought !== null) {
            isThinking = true;
            onReasoning(thought);
          }
          add(thoughts, thought);
          thoughtLength += thought?.length ?? 0;
          add(texts, textAt(event, "delta", "text"));
          if (textAt(event, "delta", "text") !== null) answering(length - thoughtLength);
          break;
        }
        case "content_block_stop":
          if (isThinking) onReasoning("\n\n");
          if (isThinking) add(thoughts, "\n\n");
          isThinking = false;
          break;
        case "message_delta":
          ending = at(event, "delta");
          count(at(event, "usage"));
          // What the beginning told of the output was its first few tokens.
          isCounted ||= at(event, "usage", "output_tokens") !== undefined;
          break;
      }
    },
    message: (): JsonObject => ({
      model: at(begun, "model") ?? null,
      content: [
        { type: "thinking", thinking: thoughts.join("").trimEnd() },
        { type: "text", text: texts.join("") },
      ],
      ...(isJsonObject(ending) ? ending : {}),
      usage: isCounted ? usage : null,
    }),
  };
};
