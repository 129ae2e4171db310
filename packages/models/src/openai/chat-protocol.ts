import { accepted, type JsonObject, type JsonValue, type Result, rejected } from "@llmch/contract";
import { type Answer, answerForm, present, type Question } from "../protocol/answer.ts";
import { peek, readDocument, textOf } from "../transport/body-reader.ts";
import type { Capabilities } from "../transport/capabilities.ts";
import type { Deadline } from "../transport/deadline.ts";
import { at, listAt, textAt, usageOf } from "../transport/envelope.ts";
import { broken, brokeOff, type ServerFault, statusFault } from "../transport/fault.ts";
import { chatCalls, chatMessage } from "./chat-calls.ts";
import { type ChatListener, isEventStream, readChunks } from "./chat-stream.ts";

/** The body of `POST /chat/completions`. */
export const chatBody = (question: Question, known: Capabilities): JsonObject => {
  const { model, tools } = question;
  const hasTools = tools.length > 0;
  // Servers that enforce a form do not let the model call a tool.
  const form = hasTools ? null : answerForm(question, known.structure);
  const from = known.carried ? ({ wire: "chat", model } as const) : null;
  return present({
    model,
    messages: question.messages.map((message) => chatMessage(message, from)),
    tools: hasTools ? tools.map((tool) => ({ type: "function", function: { ...tool } })) : null,
    temperature: known.temperature ? question.temperature : null,
    reasoning_effort: hasTools && !known.effortWithTools ? "none" : known.effort ? question.reasoningEffort : null,
    response_format: form && (form === "object" ? { type: "json_object" } : { type: "json_schema", json_schema: form }),
    ...(known.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(known.budget === "none" ? {} : { [known.budget]: Math.min(question.budget, known.mostTokens) }),
  });
};

/** Reads a chat completion, in one piece or as a stream of chunks. A refusal in words is an ordinary answer. */
export const readChat = async (
  response: Response,
  silence: Deadline,
  model: string,
  most = Number.POSITIVE_INFINITY,
  listener: ChatListener = UNHEARD,
): Promise<Result<Answer, ServerFault>> => {
  const document = await readBody(textOf(response, silence), most, listener);
  if (!document.ok) return document;
  const completion = document.value;
  const [choice] = listAt(completion, "choices");
  if (choice === undefined) {
    return at(completion, "error") === undefined ? broken("answers without a choice") : failed(completion);
  }
  return accepted({
    text: contentOf(choice),
    reasoning: textAt(choice, "message", "reasoning_content") ?? textAt(choice, "message", "reasoning"),
    usage: usageOf(completion, {
      input: "prompt_tokens",
      output: "completion_tokens",
      details: "prompt_tokens_details",
    }),
    model: textAt(completion, "model") ?? model,
    ending: endingOf(textAt(choice, "finish_reason")),
    why: null,
    ...chatCalls(at(choice, "message"), { wire: "chat", model }),
  });
};

const UNHEARD: ChatListener = { reasoning: () => {}, answering: () => {} };

/** A server may answer in one piece although it was asked for a stream. */
const readBody = async (pieces: AsyncGenerator<string>, most: number, listener: ChatListener) => {
  let peeked: Awaited<ReturnType<typeof peek>>;
  try {
    peeked = await peek(pieces);
  } catch (error) {
    return brokeOff(error);
  }
  const { head, all } = peeked;
  return isEventStream(head) ? readChunks(all, most, listener) : readDocument(all, most);
};

const endingOf = (finishReason: string | null): Answer["ending"] => {
  if (finishReason === "length") return "cut";
  return finishReason === "content_filter" ? "filtered" : "whole";
};

const contentOf = (choice: JsonValue): string =>
  textAt(choice, "message", "content") ??
  textAt(choice, "message", "refusal") ??
  listAt(choice, "message", "content")
    .map((part) => textAt(part, "text") ?? "")
    .join("");

/** Gateways in front of several providers report a failed one with status 200 and an `error`. */
const failed = (completion: JsonValue): Result<never, ServerFault> => {
  const code = at(completion, "error", "code");
  const message = textAt(completion, "error", "message") ?? "an error without a message";
  const status = typeof code === "number" && code >= 400 && code < 600 ? code : 500;
  return rejected(statusFault(status, message));
};
