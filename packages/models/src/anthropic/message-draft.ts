import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import type { Answer, AnswerListener } from "../protocol/answer.ts";
import type { Draft } from "../transport/body-reader.ts";
import { at, textAt } from "../transport/envelope.ts";
import { failed, readMessage } from "./messages-protocol.ts";

/** A block of a message: its start, and the pieces that followed. */
interface Block {
  readonly begun: JsonObject;
  readonly pieces: Readonly<Record<Member, string[]>>;
}

const MEMBERS = ["text", "thinking", "signature", "partial_json"] as const;
type Member = (typeof MEMBERS)[number];

/** Assembles a message from the events of its stream, block by block. */
export const createDraft = (model: string, { reasoning, answering }: AnswerListener): Draft<Answer> => {
  let begun: JsonValue | undefined;
  let ending: JsonValue | undefined;
  let usage: JsonObject = {};
  let length = 0;
  let isThinking = false;
  let isCounted = false;
  const blocks = new Map<JsonValue | undefined, Block>();

  const count = (told: JsonValue | undefined): void => {
    const numbers = Object.entries(isJsonObject(told) ? told : {}).filter(([, value]) => value !== null);
    usage = { ...usage, ...Object.fromEntries(numbers) };
  };
  const blockOf = (event: JsonValue): Block => {
    const index = at(event, "index");
    const [known, content] = [blocks.get(index), at(event, "content_block")];
    const block = known ?? { begun: isJsonObject(content) ? content : {}, pieces: noPieces() };
    blocks.set(index, block);
    return block;
  };
  const add = (event: JsonValue, from: "content_block" | "delta"): void => {
    const { pieces } = blockOf(event);
    for (const member of MEMBERS) {
      const piece = textAt(event, from, member);
      if (piece === null) continue;
      pieces[member].push(piece);
      length += piece.length;
      if (from === "content_block") continue;
      if (member === "text" || member === "partial_json") answering(piece);
      if (member !== "thinking") continue;
      isThinking = true;
      reasoning(piece);
    }
  };

  /** As if it had arrived in one piece; a call's arguments are the text that the model wrote. */
  const message = (): JsonObject => ({
    model: at(begun, "model") ?? null,
    content: [...blocks.values()].map(wholeBlock),
    ...(isJsonObject(ending) ? ending : {}),
    usage: isCounted ? usage : null,
  });

  return {
    length: () => length,
    take: (event) => {
      switch (textAt(event, "type")) {
        case "message_start":
          begun = at(event, "message") ?? {};
          count(at(begun, "usage"));
          break;
        case "content_block_start":
          add(event, "content_block");
          break;
        case "content_block_delta":
          add(event, "delta");
          break;
        case "content_block_stop":
          if (isThinking) reasoning("\n\n");
          isThinking = false;
          break;
        case "message_delta":
          ending = at(event, "delta");
          count(at(event, "usage"));
          // The output count in the first event covers only the first few tokens.
          isCounted ||= at(event, "usage", "output_tokens") !== undefined;
          break;
        case "error":
          return failed(event, begun !== undefined);
        case "message_stop":
          return readMessage(message(), model);
      }
      return null;
    },
  };
};

const noPieces = (): Block["pieces"] => ({ text: [], thinking: [], signature: [], partial_json: [] });

const TYPES = [
  ["text", "text"],
  ["thinking", "thinking"],
  ["partial_json", "tool_use"],
] as const;

const wholeBlock = ({ begun, pieces }: Block): JsonObject => {
  const type = at(begun, "type") ?? TYPES.find(([member]) => pieces[member].length > 0)?.[1] ?? null;
  const said = (["text", "thinking", "signature"] as const).filter((member) => pieces[member].length > 0);
  const given = pieces.partial_json.join("");
  return {
    ...begun,
    type,
    ...Object.fromEntries(said.map((member) => [member, pieces[member].join("")])),
    ...(given === "" ? {} : { input: given }),
  };
};
