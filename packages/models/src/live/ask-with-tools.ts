import type { RequestMessage, ToolCall } from "@llmch/contract";
import { accepted } from "@llmch/text";
import type { Adapter, ProtocolRequest } from "../protocol/answer.ts";
import { refusesTools } from "../transport/capabilities.ts";
import { inActions, readAction } from "./json-actions.ts";

/**
 * Asks a question about tools, or with earlier tool calls. If the model or server does not support tools, asks for actions in JSON,
 * from then on.
 */
export const withTools =
  (adapter: Adapter): Adapter =>
  async (context, question, listener) => {
    // A request without tools may not contain calls either.
    if (question.tools.length === 0) return adapter(context, inActions(question), listener);
    if (context.capabilities.tools) {
      const answer = await adapter(context, withOwnIds(question), listener);
      if (answer.ok || !refusesTools(answer.issues[0])) return answer;
      context.capabilities = { ...context.capabilities, tools: false };
      const [{ message }] = answer.issues;
      await context.retried(`the server refuses tools (${message}): asked once more for actions in JSON`, 0);
    }
    const answer = await adapter(context, inActions(question), listener);
    return answer.ok ? accepted(readAction(answer.value, question)) : answer;
  };

/** Gives each call a unique id: made-up ids restart with each turn, and servers refuse duplicates. */
const withOwnIds = (question: ProtocolRequest): ProtocolRequest => {
  const taken = new Set<string>();
  /** The new ids of the last answer's calls. */
  let names = new Map<string, string>();
  const own = ({ id, ...call }: ToolCall): ToolCall => {
    let name = id;
    for (let number = 2; taken.has(name); number++) name = `${id}-${number}`;
    taken.add(name);
    names.set(id, name);
    return { id: name, ...call };
  };
  const messages = question.messages.map((message): RequestMessage => {
    const { role, toolCalls, callId = "" } = message;
    if (role === "assistant") names = new Map();
    if (toolCalls !== undefined) return { ...message, toolCalls: toolCalls.map(own) };
    return role === "tool" ? { ...message, callId: names.get(callId) ?? callId } : message;
  });
  return { ...question, messages };
};
