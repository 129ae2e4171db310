import { promptAlone, type RequestMessage } from "@llmch/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import type { Answer, ProtocolRequest } from "../protocol/answer.ts";
import { type CarriedFrom, type CarriedItem, carriedMember, partsOf } from "../protocol/carried.ts";
import { argumentsSent, argumentsText, callsMember, type ToldCall } from "../protocol/tool-calls.ts";
import { at, listAt, textAt } from "../transport/envelope.ts";

/** The input as Responses items; a lone prompt is plain text. */
export const inputOf = ({ messages }: ProtocolRequest, from: CarriedFrom | null): JsonValue =>
  promptAlone(messages)?.content ?? messages.flatMap((message) => itemsOf(message, from));

const itemsOf = (message: RequestMessage, from: CarriedFrom | null): readonly JsonObject[] => {
  const { role, content, toolCalls = [], callId = "" } = message;
  if (role === "tool") return [{ type: "function_call_output", call_id: callId, output: content }];
  if (role === "user") return [{ role, content }];
  return partsOf(message, from).flatMap((part): readonly JsonObject[] => {
    if ("item" in part) return [part.item];
    if ("text" in part) return [{ role, content, ...(part.text.phase === null ? {} : { phase: part.text.phase }) }];
    const called = toolCalls[part.call];
    if (called === undefined) return [];
    return [{ type: "function_call", call_id: called.id, name: called.name, arguments: argumentsSent(called) }];
  });
};

/** The extra members of a request with tools: the server stores nothing, and returns its reasoning for the next turn to send back. */
export const statelessMembers = ({ tools }: ProtocolRequest, carried: boolean): JsonObject =>
  tools.length === 0
    ? {}
    : {
        // By default, a server accepts only schemas of its strict kind.
        tools: tools.map((tool) => ({ type: "function", ...tool, strict: false })),
        store: false,
        ...(carried ? { include: ["reasoning.encrypted_content"] } : {}),
      };

/** The messages that form the answer's text: those before a final one are commentary. */
export const saidIn = (output: readonly JsonValue[]): readonly JsonValue[] => {
  const messages = output.filter((item) => textAt(item, "type") === "message");
  const final = messages.filter((item) => textAt(item, "phase") === "final_answer");
  return final.length > 0 ? final : messages;
};

/** The calls of an answer, and the reasoning that a server without storage can recognize again. */
export const itemCalls = (output: readonly JsonValue[], from: CarriedFrom): Pick<Answer, "toolCalls" | "carried"> => {
  const calls: ToldCall[] = [];
  const said = saidIn(output);
  const items = output.flatMap((item): readonly CarriedItem[] => {
    if (textAt(item, "type") === "function_call") {
      calls.push({
        id: textAt(item, "call_id"),
        name: textAt(item, "name") ?? "",
        arguments: argumentsText(at(item, "arguments")),
      });
      return [{ call: calls.length - 1 }];
    }
    if (said.includes(item)) return [{ text: { phase: textAt(item, "phase") } }];
    return isJsonObject(item) && isSelfContained(item) ? [{ item }] : [];
  });
  return { ...callsMember(calls), ...carriedMember(from, items) };
};

/** Whether reasoning contains its content, encrypted or as text; otherwise it is only an id. */
const isSelfContained = (item: JsonObject): boolean =>
  textAt(item, "type") === "reasoning" &&
  (textAt(item, "encrypted_content") !== null || listAt(item, "content").length > 0);
