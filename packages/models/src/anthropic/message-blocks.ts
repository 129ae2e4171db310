import type { RequestMessage, ToolDefinition } from "@llmch/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";
import type { Answer, ProtocolRequest } from "../protocol/answer.ts";
import { type CarriedFrom, type CarriedItem, carriedMember, partsOf } from "../protocol/carried.ts";
import { argumentsObject, argumentsText, callsMember, type ToldCall } from "../protocol/tool-calls.ts";
import type { Capabilities } from "../transport/capabilities.ts";
import { at, textAt } from "../transport/envelope.ts";

const MARK = { cache_control: { type: "ephemeral" } } as const;
/** The most marks that a request may have. */
const MOST_MARKS = 4;
/** The tools use one mark, and the end of the conversation another: the next turn begins with all of it. */
const MARKS_BESIDE_TOOLS = MOST_MARKS - 2;

/** The tools in the form of Messages, marked for the server's cache: they come before everything else. */
export const toolsOf = (tools: readonly ToolDefinition[], { cacheMarks }: Capabilities): JsonValue =>
  tools.map(({ name, description, parameters }, index) => ({
    ...{ name, description, input_schema: parameters },
    ...(cacheMarks && index === tools.length - 1 ? MARK : {}),
  }));

/**
 * The conversation, with its stable part marked for the server's cache: a mark covers everything before it. The results of one
 * answer's calls form one message.
 */
export const messagesOf = (
  { messages, tools, model }: ProtocolRequest,
  { cacheMarks, carried }: Capabilities,
): JsonValue => {
  const stable = cacheMarks
    ? messages.findLastIndex(({ stableLengths = [] }) => stableLengths.some((each) => each > 0))
    : -1;
  const hasTools = tools.length > 0;
  const most = hasTools ? MARKS_BESIDE_TOOLS : MOST_MARKS;
  const from = carried ? ({ wire: "messages", model } as const) : null;
  const said: { readonly role: "user" | "assistant"; readonly content: JsonObject[] }[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message, index === stable ? (message.stableLengths ?? []).slice(-most) : [], from);
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = said.at(-1);
    // A model may have said nothing at all, and servers refuse an empty message.
    if (blocks.length === 0) continue;
    const isOneTurn = last?.role === role && messages[index - 1]?.role === "tool";
    if (isOneTurn) last.content.push(...blocks);
    else said.push({ role, content: [...blocks] });
  }
  return said.map(({ role, content }, index) => ({
    role,
    content: hasTools && cacheMarks && index === said.length - 1 ? markedAtEnd(content) : content,
  }));
};

const markedAtEnd = (blocks: readonly JsonObject[]): readonly JsonObject[] =>
  blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...MARK } : block));

const blocksOf = (
  message: RequestMessage,
  stableLengths: readonly number[],
  from: CarriedFrom | null,
): readonly JsonObject[] => {
  const { role, content, toolCalls = [], callId = "" } = message;
  if (role === "tool") return [{ type: "tool_result", tool_use_id: idOf(callId), content }];
  if (role === "user") return textBlocks(content, stableLengths);
  return partsOf(message, from).flatMap((part): readonly JsonObject[] => {
    if ("item" in part) return [part.item];
    if ("text" in part) return content.trim() === "" ? [] : textBlocks(content, stableLengths);
    const called = toolCalls[part.call];
    if (called === undefined) return [];
    return [{ type: "tool_use", id: idOf(called.id), name: called.name, input: argumentsObject(called) }];
  });
};

/** An id from another server may contain characters that this one refuses. */
const idOf = (id: string): string => id.replace(/[^a-zA-Z0-9_-]/g, "_");

/** A text, with a mark at the end of each stable part. Servers refuse a block without words. */
const textBlocks = (text: string, stableLengths: readonly number[]): readonly JsonObject[] => {
  const blocks: JsonObject[] = [];
  const add = (block: string, mark: JsonObject) => blocks.push({ type: "text", text: block, ...mark });
  let start = 0;
  for (const length of stableLengths) {
    const end = isInsideCharacter(text, length) ? length - 1 : length;
    const hasWords = text.slice(start, end).trim() !== "";
    if (!hasWords) continue;
    const isLast = text.slice(end).trim() === "";
    add(text.slice(start, isLast ? undefined : end), MARK);
    start = isLast ? text.length : end;
  }
  if (start < text.length || blocks.length === 0) add(text.slice(start), {});
  return blocks;
};

const isInsideCharacter = (text: string, index: number): boolean => /[\udc00-\udfff]/.test(text.charAt(index));

/** The calls of a message, and its thoughts with their signatures, which the server wants back unchanged. */
export const blockCalls = (content: readonly JsonValue[], from: CarriedFrom): Pick<Answer, "toolCalls" | "carried"> => {
  const calls: ToldCall[] = [];
  const items = content.flatMap((block): readonly CarriedItem[] => {
    switch (textAt(block, "type")) {
      case "tool_use":
        calls.push({
          id: textAt(block, "id"),
          name: textAt(block, "name") ?? "",
          arguments: argumentsText(at(block, "input")),
        });
        return [{ call: calls.length - 1 }];
      case "text":
        return [{ text: { phase: null } }];
      case "thinking":
        return (textAt(block, "signature") ?? "") === "" ? [] : asItWas(block);
      case "redacted_thinking":
        return asItWas(block);
      default:
        return [];
    }
  });
  return { ...callsMember(calls), ...carriedMember(from, items) };
};

const asItWas = (block: JsonValue): readonly CarriedItem[] => (isJsonObject(block) ? [{ item: block }] : []);
