import type { ModelUsage } from "@llmch/contract";
import { accepted, isJsonObject, type JsonObject, type JsonValue, type Result, rejected } from "@llmch/text";
import { type Answer, type ProtocolRequest, present } from "../protocol/answer.ts";
import type { Capabilities } from "../transport/capabilities.ts";
import { at, countAt, credible, listAt, textAt } from "../transport/envelope.ts";
import { broken, type ServerFault, statusFault } from "../transport/fault.ts";
import { blockCalls, messagesOf, toolsOf } from "./message-blocks.ts";

/** The body of `POST /v1/messages`. The SDK's API version has no temperature; other servers do. */
export const messagesBody = (question: ProtocolRequest, known: Capabilities, tokens: number): JsonObject => {
  const { model, tools, answerSchema, reasoningEffort, temperature } = question;
  const isThinking = known.thinking && reasoningEffort !== null;
  const config = present({
    format:
      known.structure === "schema" && answerSchema !== null
        ? { type: "json_schema", schema: answerSchema.schema }
        : null,
    effort: known.effort ? reasoningEffort : null,
  });
  return present({
    model,
    max_tokens: Math.min(tokens, known.mostTokens),
    tools: tools.length > 0 ? toolsOf(tools, known) : null,
    messages: messagesOf(question, known),
    output_config: Object.keys(config).length > 0 ? config : null,
    thinking: isThinking ? { type: "adaptive", display: "summarized" } : null,
    // A model that thinks takes no temperature.
    temperature: known.temperature && !isThinking ? temperature : null,
    stream: known.stream ? true : null,
  });
};

/** Reads a message. An error in its place is a fault. */
export const readMessage = (message: JsonValue, model: string): Result<Answer, ServerFault> => {
  if (at(message, "error") !== undefined) return failed(message, false);
  if (!Array.isArray(at(message, "content"))) return broken("answers without content");
  const content = listAt(message, "content");
  const thoughts = content.map((block) => textAt(block, "thinking") ?? "").filter((text) => text !== "");
  return accepted({
    text: content
      .filter((block) => textAt(block, "type") === "text")
      .map((block) => textAt(block, "text") ?? "")
      .join(""),
    reasoning: thoughts.length > 0 ? thoughts.join("\n\n") : null,
    usage: usageOf(at(message, "usage")),
    model: textAt(message, "model") ?? model,
    ending: ENDINGS.get(textAt(message, "stop_reason") ?? "") ?? "whole",
    why: textAt(message, "stop_details", "explanation") ?? textAt(message, "stop_details", "category"),
    ...blockCalls(content, { wire: "messages", model }),
  });
};

const ENDINGS: ReadonlyMap<string, Answer["ending"]> = new Map([
  ["max_tokens", "cut"],
  ["refusal", "filtered"],
  ["model_context_window_exceeded", "overfull"],
]);

/** The server's input count excludes what is read from or written to the cache; ours includes it. */
const usageOf = (usage: JsonValue | undefined): ModelUsage | null => {
  if (!isJsonObject(usage)) return null;
  const cached = countAt(usage, "cache_read_input_tokens");
  const written = countAt(usage, "cache_creation_input_tokens");
  const reasoning = countAt(usage, "output_tokens_details", "thinking_tokens");
  const told = {
    input_tokens: countAt(usage, "input_tokens") + cached + written,
    output_tokens: countAt(usage, "output_tokens"),
    cached_tokens: cached,
    ...(written === 0 ? {} : { cache_write_tokens: written }),
    ...(reasoning === 0 ? {} : { reasoning_tokens: reasoning }),
  };
  return credible(told, at(usage, "input_tokens"), at(usage, "output_tokens"));
};

/**
 * An error in place of an answer, as the equivalent status.
 * @param isBegun whether an answer had begun, and may therefore be billed
 */
export const failed = (document: JsonValue, isBegun: boolean): Result<never, ServerFault> => {
  const code = textAt(document, "error", "type");
  const message = textAt(document, "error", "message") ?? code ?? "an error without a message";
  return rejected(statusFault(STATUSES.get(code ?? "") ?? 500, message, { code, isBegun }));
};

const STATUSES: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);
