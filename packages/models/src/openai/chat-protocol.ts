import {
  accepted,
  answeredDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Result,
  readJson,
} from "@llmch/text";
import {
  type Adapter,
  type Answer,
  type AnswerListener,
  answerForm,
  type ProtocolRequest,
  present,
} from "../protocol/answer.ts";
import { readAnswer } from "../transport/body-reader.ts";
import { call } from "../transport/call.ts";
import type { Capabilities } from "../transport/capabilities.ts";
import { at, listAt, textAt, usageOf } from "../transport/envelope.ts";
import { broken, type ServerFault } from "../transport/fault.ts";
import { cacheKeyOf } from "./cache-key.ts";
import { chatCalls, chatMessage } from "./chat-calls.ts";
import { errorIn } from "./chat-error.ts";
import { createChatDraft } from "./chat-stream.ts";
import { OPENAI_REFUSABLE } from "./refusable.ts";

/** The body of `POST /chat/completions`. */
export const chatBody = (question: ProtocolRequest, known: Capabilities, tokens: number): JsonObject => {
  const { model, tools } = question;
  const hasTools = tools.length > 0;
  // Servers that enforce a form do not let the model call a tool.
  const form = hasTools ? null : answerForm(question, known.structure);
  const from = known.carried ? ({ wire: "chat", model } as const) : null;
  return present({
    model,
    messages: question.messages.map((message) => chatMessage(message, from)),
    tools: hasTools ? tools.map((tool) => ({ type: "function", function: { ...tool } })) : null,
    prompt_cache_key: cacheKeyOf(question, known),
    temperature: known.temperature ? question.temperature : null,
    reasoning_effort: hasTools && !known.effortWithTools ? "none" : known.effort ? question.reasoningEffort : null,
    response_format: form && (form === "object" ? { type: "json_object" } : { type: "json_schema", json_schema: form }),
    ...(known.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(known.budget === "none" ? {} : { [known.budget]: Math.min(tokens, known.mostTokens) }),
  });
};

/**
 * Asks through Chat Completions, as a stream if the server supports it, so that the user sees the answer grow. A broken stream is
 * retried like a broken answer in one piece.
 */
export const askChat: Adapter = async (context, question, listener) => {
  const answer = await call(context, {
    method: "post",
    path: "/chat/completions",
    isBilled: true,
    body: (known, tokens) => chatBody(question, known, tokens),
    refusable: OPENAI_REFUSABLE,
    read: (response, most) => readChat(response, question.model, most, listener),
  });
  // Some servers report no usage for streams, even on request: knowing the cost matters more than seeing the answer grow.
  if (answer.ok && answer.value.usage === null) context.capabilities = { ...context.capabilities, stream: false };
  return answer;
};

/** Reads a chat completion, in one piece or as a stream of chunks. A refusal in words is an ordinary answer. */
export const readChat = async (
  response: Response,
  model: string,
  most: number,
  listener: AnswerListener,
): Promise<Result<Answer, ServerFault>> => {
  const completion = await readAnswer(response, most, createChatDraft(listener), (whole) => accepted(whole));
  return completion.ok ? readCompletion(completion.value, model) : completion;
};

const readCompletion = (completion: JsonValue, model: string): Result<Answer, ServerFault> => {
  const [choice] = listAt(completion, "choices");
  const error = errorIn(completion, choice !== undefined && contentOf(choice) !== "");
  if (error !== null) return error;
  if (choice === undefined) return broken("answers without a choice");
  const thoughts = textAt(choice, "message", "reasoning_content") ?? textAt(choice, "message", "reasoning");
  const calls = chatCalls(at(choice, "message"), { wire: "chat", model });
  const isSilent = contentOf(choice).trim() === "" && calls.toolCalls === undefined;
  return accepted({
    text: isSilent && isDocument(thoughts) ? thoughts : contentOf(choice),
    reasoning: thoughts,
    usage: usageOf(completion, {
      input: "prompt_tokens",
      output: "completion_tokens",
      details: "prompt_tokens_details",
    }),
    model: textAt(completion, "model") ?? model,
    ending: endingOf(textAt(choice, "finish_reason")),
    why: null,
    ...calls,
  });
};

/** Servers that expect other marks around a model's thoughts take its whole answer for one. */
const isDocument = (thoughts: string | null): thoughts is string => {
  const read = readJson(answeredDocument(thoughts ?? ""));
  return read.ok && isJsonObject(read.value);
};

const endingOf = (finishReason: string | null): Answer["ending"] => {
  if (/^(?:length|max_tokens|model_length)$/i.test(finishReason ?? "")) return "cut";
  return finishReason?.startsWith("content_filter") ? "filtered" : "whole";
};

const contentOf = (choice: JsonValue): string =>
  textAt(choice, "message", "content") ??
  textAt(choice, "message", "refusal") ??
  listAt(choice, "message", "content")
    .map((part) => textAt(part, "text") ?? "")
    .join("");
