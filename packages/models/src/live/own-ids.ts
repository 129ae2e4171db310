import type { RequestMessage, ToolCall } from "@llmch/contract";
import type { Question } from "./answer.ts";

/** A question in which no two calls share an id: made-up ones begin anew with each turn, and servers refuse that. */
export const withOwnIds = (question: Question): Question => {
  const taken = new Set<string>();
  let isChanged = false;
  /** What the calls of the last answer are called. */
  let names = new Map<string, string>();
  const own = ({ id, ...call }: ToolCall): ToolCall => {
    let name = id;
    for (let number = 2; taken.has(name); number++) name = `${id}-${number}`;
    taken.add(name);
    names.set(id, name);
    isChanged ||= name !== id;
    return { id: name, ...call };
  };
  const messages = question.messages.map((message): RequestMessage => {
    const { role, toolCalls, callId = "" } = message;
    if (role === "assistant") names = new Map();
    if (toolCalls !== undefined) return { ...message, toolCalls: toolCalls.map(own) };
    return role === "tool" ? { ...message, callId: names.get(callId) ?? callId } : message;
  });
  if (!isChanged) return question;
  return {
    ...question,
    messages,
    get budget() {
      return question.budget;
    },
  };
};
