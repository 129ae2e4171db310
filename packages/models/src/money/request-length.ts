import { type ModelRequest, type ToolCall, utf8Length } from "@llmch/contract";
import { perMessage } from "../per-message.ts";

/** The length of a message in UTF-8 bytes, including its calls but not what is carried unchanged. */
export const messageLength = perMessage(({ content, toolCalls = [] }) => utf8Length(content) + callsLength(toolCalls));

/** The length of calls in UTF-8 bytes: the names and arguments that the model wrote. */
export const callsLength = (calls: readonly ToolCall[]): number =>
  calls.reduce((sum, { name, arguments: given }) => sum + utf8Length(name) + utf8Length(given), 0);

/** The length of tools in UTF-8 bytes: names, descriptions and schemas. */
export const toolsLength = (tools: ModelRequest["tools"] = []): number =>
  tools.length === 0 ? 0 : utf8Length(JSON.stringify(tools));
