import { type ModelRequest, type ToolCall, utf8Length } from "@llmch/contract";
import { perMessage } from "../per-message.ts";

/** How many bytes of UTF-8 a message has, its calls included. What is carried as it was is not words. */
export const messageLength = perMessage(({ content, toolCalls = [] }) => utf8Length(content) + callsLength(toolCalls));

/** How many bytes of UTF-8 calls have: what a model wrote of them. */
export const callsLength = (calls: readonly ToolCall[]): number =>
  calls.reduce((sum, { name, arguments: given }) => sum + utf8Length(name) + utf8Length(given), 0);

/** How many bytes of UTF-8 tools have: names, descriptions and schemas. */
export const toolsLength = (tools: ModelRequest["tools"] = []): number =>
  tools.length === 0 ? 0 : utf8Length(JSON.stringify(tools));
