import type { JsonObject } from "@llmch/text";
import { halves, type ScriptedAnswer, type ScriptedCall, streamEvent } from "./envelopes.ts";

const STOP_REASONS = {
  whole: "end_turn",
  cut: "max_tokens",
  filtered: "refusal",
  overfull: "model_context_window_exceeded",
} as const;

const endingOf = ({ ending, calls, why }: ScriptedAnswer): JsonObject => ({
  stop_reason: calls.length > 0 && ending === "whole" ? "tool_use" : STOP_REASONS[ending],
  stop_sequence: null,
  stop_details: why === null ? null : { type: "refusal", category: null, explanation: why },
});

/** Anthropic counts tokens read from its cache, or written to it, separately from the rest of the input. */
const usageOf = ({ usage }: ScriptedAnswer): JsonObject => ({
  input_tokens: usage.input_tokens - usage.cached_tokens - (usage.cache_write_tokens ?? 0),
  cache_read_input_tokens: usage.cached_tokens,
  cache_creation_input_tokens: usage.cache_write_tokens ?? 0,
  output_tokens: usage.output_tokens,
  output_tokens_details: usage.reasoning_tokens === undefined ? null : { thinking_tokens: usage.reasoning_tokens },
});

/** A message of Anthropic's Messages. */
export const messageEnvelope = (id: string, answer: ScriptedAnswer): JsonObject => ({
  ...begun(id, answer),
  content: [
    ...(answer.reasoning.length === 0
      ? []
      : [{ type: "thinking", thinking: answer.reasoning.join(""), signature: "c2lnbmVk" }]),
    ...(hasText(answer) ? [{ type: "text", text: answer.text, citations: null }] : []),
    ...answer.calls.map((call) => ({ ...begunCall(call), input: inputOf(call) })),
  ],
  ...endingOf(answer),
  usage: usageOf(answer),
});

const hasText = ({ text, calls }: ScriptedAnswer): boolean => text !== "" || calls.length === 0;

const begunCall = ({ id, name }: ScriptedCall): JsonObject => ({
  ...{ type: "tool_use", name, input: {} },
  ...(id === null ? {} : { id }),
});

/** In an answer in one piece, arguments are always an object. */
const inputOf = ({ arguments: given }: ScriptedCall): JsonObject => {
  try {
    return JSON.parse(given);
  } catch {
    return {};
  }
};

const begun = (id: string, { model }: ScriptedAnswer): JsonObject => ({
  id,
  type: "message",
  role: "assistant",
  model,
});

const block = (index: number, content_block: JsonObject, deltas: readonly JsonObject[]): readonly string[] => [
  streamEvent("content_block_start", { index, content_block }),
  ...deltas.map((delta) => streamEvent("content_block_delta", { index, delta })),
  streamEvent("content_block_stop", { index }),
];

/** The events of a streamed message before those that end it, in order, without the second half of its last call. */
export const messageOpening = (id: string, answer: ScriptedAnswer): readonly string[] => [
  ...eventsOf(id, answer).slice(0, answer.calls.length > 0 ? -2 : undefined),
];

const eventsOf = (id: string, answer: ScriptedAnswer): readonly string[] => [
  streamEvent("message_start", {
    message: { ...begun(id, answer), content: [], stop_reason: null, usage: { ...usageOf(answer), output_tokens: 1 } },
  }),
  streamEvent("ping", {}),
  ...(answer.reasoning.length === 0
    ? []
    : block(0, { type: "thinking", thinking: "", signature: "" }, [
        ...answer.reasoning.map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: "c2lnbmVk" },
      ])),
  ...(hasText(answer)
    ? block(1, { type: "text", text: "" }, [
        { type: "text_delta", text: answer.text.slice(0, 40) },
        { type: "text_delta", text: answer.text.slice(40) },
      ])
    : []),
  ...answer.calls.flatMap((call, index) =>
    block(
      index + 2,
      begunCall(call),
      halves(call.arguments).map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ),
  ),
];

/** The rest of the last call, how the message ended, and that it has ended. */
export const messageClosing = (id: string, answer: ScriptedAnswer): string =>
  eventsOf(id, answer).slice(messageOpening(id, answer).length).join("") +
  streamEvent("message_delta", { delta: endingOf(answer), usage: usageOf(answer) }) +
  streamEvent("message_stop", {});

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** An error in Anthropic's words; its type follows from the status. */
export const messageError = (status: number, message: string): JsonObject => ({
  type: "error",
  error: { type: ERROR_TYPES[status] ?? "api_error", message },
  request_id: "req_1",
});
