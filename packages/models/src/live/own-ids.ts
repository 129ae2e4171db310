import type { RequestMessage, ToolCall } from "@llmch/contract";
import type { Question } from "../protocol/answer.ts";

/** Gives each call a unique id: made-up ids restart with each turn, and servers refuse duplicates. */
export const withOwnIds = (question: Question): Question => {
  const taken = new Set<string>();
  let isChanged = false;
  /** The new ids of the last answer's calls. */
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
