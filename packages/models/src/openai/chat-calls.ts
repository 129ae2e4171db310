import type { RequestMessage } from "@llmch/contract";
import type { JsonObject, JsonValue } from "@llmch/text";
import type { Answer } from "../protocol/answer.ts";
import { type CarriedFrom, type CarriedItem, carriedItems, carriedMember } from "../protocol/carried.ts";
import { argumentsSent, argumentsText, callsMember, type ToldCall } from "../protocol/tool-calls.ts";
import { at, listAt, textAt } from "../transport/envelope.ts";

/** A message in the form of Chat Completions. */
export const chatMessage = (message: RequestMessage, from: CarriedFrom | null): JsonObject => {
  const { role, content, toolCalls = [], callId = "" } = message;
  if (role === "tool") return { role, tool_call_id: callId, content };
  if (toolCalls.length === 0) return { role, content };
  const carried = (from === null ? null : carriedItems(message, from)) ?? [];
  return {
    role,
    content: content === "" ? null : content,
    ...Object.assign({}, ...carried.map((part) => ("item" in part ? part.item : {}))),
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: argumentsSent(call) },
    })),
  };
};

/** The calls of an answer, and the thoughts before them: servers of open models want those back. */
export const chatCalls = (message: JsonValue | undefined, from: CarriedFrom): Pick<Answer, "toolCalls" | "carried"> => {
  const calls = listAt(message, "tool_calls").map(
    (call): ToldCall => ({
      id: textAt(call, "id"),
      name: textAt(call, "function", "name") ?? "",
      arguments: argumentsText(at(call, "function", "arguments")),
    }),
  );
  if (calls.length === 0) return {};
  const thoughts = textAt(message, "reasoning_content");
  const items: readonly CarriedItem[] = thoughts === null ? [] : [{ item: { reasoning_content: thoughts } }];
  return { ...callsMember(calls), ...carriedMember(from, items) };
};

/** Assembles calls from the pieces of a stream. */
export interface CallDraft {
  /** Takes the pieces of a chunk's choice, and returns their text. */
  take(choice: JsonValue): string;
  /** The calls as a complete message would hold them. */
  calls(): readonly JsonObject[];
}

interface Pieces {
  readonly index: JsonValue | undefined;
  readonly id: string | null;
  readonly names: string[];
  readonly given: string[];
}

export const createCallDraft = (): CallDraft => {
  const drafts: Pieces[] = [];
  /** A piece belongs to the call with its index. Some servers number no pieces, or all alike: then an id starts a new call. */
  const draftOf = (piece: JsonValue): Pieces => {
    const [index, id] = [at(piece, "index"), textAt(piece, "id") || null];
    const known = drafts.findLast((draft) => draft.index === index);
    if (known !== undefined && (id === null || known.id === null || known.id === id)) return known;
    const draft = { index, id, names: [], given: [] };
    drafts.push(draft);
    return draft;
  };
  return {
    take: (choice) => {
      let pieces = "";
      for (const piece of listAt(choice, "delta", "tool_calls")) {
        const draft = draftOf(piece);
        const [name, given] = [textAt(piece, "function", "name") ?? "", at(piece, "function", "arguments")];
        const text = given === undefined || given === null ? "" : argumentsText(given);
        draft.names.push(name);
        draft.given.push(text);
        pieces += name + text;
      }
      return pieces;
    },
    calls: () =>
      drafts.map(({ id, names, given }) => ({
        ...{ id, type: "function" },
        function: { name: names.join(""), arguments: given.join("") },
      })),
  };
};
