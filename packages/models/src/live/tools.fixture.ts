import type { ModelReply, RequestMessage, ToolCall, ToolDefinition } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";

const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export const READ: ToolDefinition = {
  name: "read",
  description: "Reads a file.",
  parameters: object({ path: { type: "string" } }),
};
export const EDIT: ToolDefinition = {
  name: "edit",
  description: "Changes a file.",
  parameters: object({ path: { type: "string" }, old: { type: "string" }, new: { type: "string" } }),
};
export const TOOLS = [READ, EDIT] as const;

export const READ_A: ToolCall = { id: "call_a", name: "read", arguments: '{"path":"a.txt"}' };
export const READ_B: ToolCall = { id: "call_b", name: "read", arguments: '{"path":"b.txt"}' };

/** A conversation whose first answer called tools, and their results. */
export const conversation = (
  calls: readonly ToolCall[],
  answer: Pick<RequestMessage, "carried"> & { readonly content?: string } = {},
): readonly RequestMessage[] => [
  { role: "user", content: "Look around.", stableLengths: [12] },
  { role: "assistant", content: "", toolCalls: calls, ...answer },
  ...calls.map(({ id }, index) => ({ role: "tool", content: `result ${index}`, callId: id }) as const),
];

/** The calls of a reply; null if it has none. */
export const calledIn = (reply: ModelReply): readonly ToolCall[] | null =>
  reply.kind === "answered" ? (reply.toolCalls ?? []) : null;

/** The carried part of a reply, as a member of the message that goes back. */
export const carriedIn = (reply: ModelReply): Pick<RequestMessage, "carried"> =>
  reply.kind === "answered" && reply.carried !== undefined ? { carried: reply.carried } : {};
