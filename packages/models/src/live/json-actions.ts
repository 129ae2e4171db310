import type { RequestMessage, ToolCall, ToolDefinition } from "@llmch/contract";
import { answeredDocument, isJsonObject, readJson } from "@llmch/text";
import type { Answer, ProtocolRequest } from "../protocol/answer.ts";
import { argumentsObject, argumentsText, callsMember } from "../protocol/tool-calls.ts";

/**
 * Rewrites a question for a model without tools: the prompt describes the tools, a JSON answer calls one of them, and user messages
 * report the results of earlier calls.
 */
export const inActions = (question: ProtocolRequest): ProtocolRequest => {
  const { tools, answerSchema } = question;
  const messages = question.messages.map((message, _, all) => told(message, all));
  if (tools.length === 0) return { ...question, messages: joined(messages) };
  const [first, ...rest] = messages;
  const section = toolSection(tools, answerSchema);
  const asked = first === undefined ? [] : [{ ...first, content: `${first.content}\n\n${section}` }, ...rest];
  return { ...question, messages: joined(asked), tools: [], answerSchema: null };
};

/** A message as plain text. A result names its tool through the call that it belongs to. */
const told = (message: RequestMessage, all: readonly RequestMessage[]): RequestMessage => {
  const { role, content, toolCalls = [], callId, stableLengths } = message;
  if (role === "tool") return { role: "user", content: `The result of ${nameOf(callId, message, all)}:\n\n${content}` };
  if (role === "assistant" && toolCalls.length > 0) return { role, content: toolCalls.map(actionText).join("\n") };
  return { role, content, ...(stableLengths === undefined ? {} : { stableLengths }) };
};

const nameOf = (callId: string | undefined, message: RequestMessage, all: readonly RequestMessage[]): string => {
  const before = all.slice(0, all.indexOf(message)).flatMap(({ toolCalls = [] }) => toolCalls);
  return before.findLast(({ id }) => id === callId)?.name ?? "a tool";
};

const actionText = (call: ToolCall): string => JSON.stringify({ tool: call.name, arguments: argumentsObject(call) });

/** Merges consecutive user messages, and drops empty answers: such models expect turns to alternate. */
const joined = (messages: readonly RequestMessage[]): readonly RequestMessage[] => {
  const turns: RequestMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === "assistant" && message.content.trim() === "") continue;
    if (last?.role === "user" && message.role === "user") {
      turns.splice(-1, 1, { ...last, content: `${last.content}\n\n${message.content}` });
    } else turns.push(message);
  }
  return turns;
};

const toolSection = (tools: readonly ToolDefinition[], answerSchema: ProtocolRequest["answerSchema"]): string =>
  [
    "# Tools",
    'You may call these tools, one with each answer. To call one, answer with one JSON object and nothing else: {"tool": NAME, "arguments": {…}}. Its result comes with the next message.',
    ...(answerSchema === null
      ? []
      : [
          `Once you need no tool any more, answer with {"answer": …}, whose value meets this JSON Schema: ${JSON.stringify(answerSchema.schema)}`,
        ]),
    ...tools.map(
      ({ name, description, parameters }) =>
        `## ${name}\n\n${description}\n\nJSON Schema of its arguments: ${JSON.stringify(parameters)}`,
    ),
  ].join("\n\n");

/** Interprets a JSON answer: as a call, or as the requested answer. Returns anything else unchanged. */
export const readAction = (answer: Answer, { answerSchema }: Pick<ProtocolRequest, "answerSchema">): Answer => {
  const read = readJson(answeredDocument(answer.text));
  if (!read.ok || !isJsonObject(read.value)) return answer;
  const { tool: name, arguments: given, answer: said } = read.value;
  if (typeof name === "string" && Object.hasOwn(read.value, "tool")) {
    return { ...answer, text: "", ...callsMember([{ id: null, name, arguments: argumentsText(given) }]) };
  }
  if (answerSchema === null || said === undefined || Object.keys(read.value).length > 1) return answer;
  return { ...answer, text: typeof said === "string" ? said : JSON.stringify(said) };
};
