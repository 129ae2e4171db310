import { accepted, type JsonObject, type JsonValue, type Result, rejected } from "@llmch/text";
import { type Answer, type AnswerListener, answerForm, type ProtocolRequest, present } from "../protocol/answer.ts";
import { type Draft, readAnswer, readDocument } from "../transport/body-reader.ts";
import type { Capabilities } from "../transport/capabilities.ts";
import { at, listAt, textAt, usageOf } from "../transport/envelope.ts";
import { broken, type ServerFault, statusFault } from "../transport/fault.ts";
import { cacheKeyOf } from "./cache-key.ts";
import { inputOf, itemCalls, saidIn, statelessMembers } from "./responses-items.ts";

export type Delivery = "stream" | "background" | "plain";

/** The body of `POST /responses`. */
export const responsesBody = (
  question: ProtocolRequest,
  known: Capabilities,
  delivery: Delivery,
  tokens: number,
): JsonObject => {
  const form = answerForm(question, known.structure);
  const reasoning = present({
    effort: known.effort ? question.reasoningEffort : null,
    summary: known.summary ? "auto" : null,
  });
  return present({
    model: question.model,
    input: inputOf(question, known.carried ? { wire: "responses", model: question.model } : null),
    ...statelessMembers(question, known.carried),
    text: form && { format: form === "object" ? { type: "json_object" } : { type: "json_schema", ...form } },
    reasoning: Object.keys(reasoning).length > 0 ? reasoning : null,
    prompt_cache_key: cacheKeyOf(question, known),
    temperature: known.temperature ? question.temperature : null,
    max_output_tokens: known.budget === "none" ? null : Math.min(tokens, known.mostTokens),
    stream: delivery === "stream" ? true : null,
    background: delivery === "background" ? true : null,
  });
};

/** The state of a response: finished, or still in progress under its id. */
export type ResponseState =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "pending"; readonly id: string };

/**
 * Reads a Response object. A failed one is a fault, so that the retry rules apply to it too.
 * @param isBegun whether an answer had begun, and may therefore be billed
 */
export const readStanding = (
  response: JsonValue,
  model: string,
  isBegun = false,
): Result<ResponseState, ServerFault> => {
  const status = textAt(response, "status") ?? (Array.isArray(at(response, "output")) ? "completed" : "missing");
  const id = idOf(response);
  if ((status === "queued" || status === "in_progress") && id !== null) return accepted({ kind: "pending", id });
  if (status === "failed" || at(response, "error", "message") !== undefined)
    return failed(at(response, "error"), isBegun);
  if (status !== "completed" && status !== "incomplete") return broken(`answers with a response of status ${status}`);
  return accepted({ kind: "answer", answer: answerOf(response, status, model) });
};

/** An id that is safe to put into a URL path. Any other id is ignored. */
const ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,256}$/;

const idOf = (response: JsonValue | undefined): string | null => {
  const id = textAt(response, "id");
  return id !== null && ID.test(id) ? id : null;
};

const answerOf = (response: JsonValue, status: string, model: string): Answer => {
  const output = listAt(response, "output");
  const summaries = output
    .filter((item) => textAt(item, "type") === "reasoning")
    .flatMap((item) => listAt(item, "summary"))
    .map((part) => textAt(part, "text") ?? "");
  const filtered = textAt(response, "incomplete_details", "reason") === "content_filter";
  return {
    text: saidIn(output)
      .flatMap((item) => listAt(item, "content"))
      .map((part) => textAt(part, "text") ?? textAt(part, "refusal") ?? "")
      .join(""),
    reasoning: summaries.length > 0 ? summaries.join("\n\n") : null,
    usage: usageOf(response, { input: "input_tokens", output: "output_tokens", details: "input_tokens_details" }),
    model: textAt(response, "model") ?? model,
    ending: status === "completed" ? "whole" : filtered ? "filtered" : "cut",
    why: null,
    ...itemCalls(output, { wire: "responses", model }),
  };
};

/** A failure inside an answer, as the equivalent status. */
const failed = (error: JsonValue | undefined, isBegun: boolean): Result<never, ServerFault> => {
  const code = textAt(error, "code");
  const status = code === "rate_limit_exceeded" ? 429 : code === null || code === "server_error" ? 500 : 400;
  const message = textAt(error, "message") ?? code ?? "the response failed";
  return rejected(statusFault(status, message, { code, param: textAt(error, "param"), isBegun }));
};

/** Reads a response that arrives in one piece. */
export const readWhole = async (
  response: Response,
  model: string,
  most: number,
): Promise<Result<ResponseState, ServerFault>> => {
  const document = await readDocument(response, most);
  return document.ok ? readStanding(document.value, model) : document;
};

/** Reads the response that the server keeps under an id. One that failed or was cancelled is lost: fetching it again would not help. */
export const readKept = async (
  response: Response,
  model: string,
): Promise<Result<ResponseState | { readonly kind: "lost" }, ServerFault>> => {
  const document = await readDocument(response);
  if (!document.ok) return document;
  const standing = readStanding(document.value, model);
  return standing.ok ? standing : accepted({ kind: "lost" });
};

/** How a streamed request ended: with a response, or broken off, with the id under which the server may keep the answer. */
export type Streamed =
  | ResponseState
  | { readonly kind: "broken-off"; readonly id: string | null; readonly why: string };

/** Reads a stream to its final event. An error that the stream carries is a fault; a stream that breaks is not. */
export const readStream = async (
  response: Response,
  model: string,
  most: number,
  listener: AnswerListener,
): Promise<Result<Streamed, ServerFault>> => {
  const draft = createResponseDraft(model, listener);
  const read = await readAnswer(response, most, draft, (whole) => readStanding(whole, model));
  if (read.ok || read.issues[0].kind !== "broken") return read;
  return accepted({ kind: "broken-off", id: draft.id(), why: `the server ${read.issues[0].message}` });
};

/** The events of a stream before the model says anything. */
const BEFORE_AN_ANSWER: ReadonlySet<string> = new Set(["response.created", "response.queued", "response.in_progress"]);

/** Follows a stream up to the event that holds the whole response. */
const createResponseDraft = (
  model: string,
  { reasoning, answering }: AnswerListener,
): Draft<ResponseState> & { id(): string | null } => {
  let length = 0;
  let id: string | null = null;
  let isBegun = false;
  return {
    id: () => id,
    length: () => length,
    take: (event) => {
      const type = textAt(event, "type") ?? "";
      const piece = textAt(event, "delta") ?? "";
      id = idOf(at(event, "response")) ?? id;
      length += piece.length;
      switch (type) {
        case "response.output_text.delta":
        case "response.function_call_arguments.delta":
          answering(piece);
          break;
        case "response.reasoning_summary_text.delta":
          reasoning(piece);
          break;
        case "response.reasoning_summary_part.done":
          reasoning("\n\n");
          break;
        case "response.completed":
        case "response.incomplete":
        case "response.failed":
          return readStanding(at(event, "response") ?? null, model, isBegun);
        case "error":
          return failed(at(event, "error") ?? event, isBegun);
      }
      isBegun ||= !BEFORE_AN_ANSWER.has(type);
      return null;
    },
  };
};
