import type { ModelUsage } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";

/** What a scripted model says, and what the server reports about it. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly model: string;
  /** Pieces of the reasoning summary. */
  readonly reasoning: readonly string[];
  readonly usage: ModelUsage;
  readonly ending: "whole" | "cut" | "filtered" | "overfull";
  /** What the server says about an answer that it filtered, if its protocol has a place for that. */
  readonly why: string | null;
  /** The form of the text: content, or a refusal in words. */
  readonly kind: "content" | "refusal";
  /** The tools that are called, after the text if there is one. */
  readonly calls: readonly ScriptedCall[];
}

/** A call as a server reports it; some leave out its id. */
export interface ScriptedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: string;
}

/** A text in two pieces, so that a stream can break in its middle. */
export const halves = (text: string): readonly [string, string] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

/** A Response object of the Responses API. */
export const responseEnvelope = (id: string, answer: ScriptedAnswer): JsonObject => ({
  id,
  object: "response",
  status: answer.ending === "whole" ? "completed" : "incomplete",
  incomplete_details:
    answer.ending === "whole"
      ? null
      : { reason: answer.ending === "filtered" ? "content_filter" : "max_output_tokens" },
  error: null,
  model: answer.model,
  output: [
    ...(answer.reasoning.length === 0 ? [] : [reasoningItem(answer.reasoning.join(""))]),
    ...(answer.calls.length > 0 && answer.text === "" ? [] : [messageItem(answer)]),
    ...answer.calls.map(functionCall),
  ],
  usage: {
    input_tokens: answer.usage.input_tokens,
    input_tokens_details: inputDetails(answer.usage),
    output_tokens: answer.usage.output_tokens,
    ...reasoningDetails("output_tokens_details", answer.usage),
  },
});

const inputDetails = ({ cached_tokens, cache_write_tokens }: ModelUsage): JsonObject => ({
  cached_tokens,
  ...(cache_write_tokens === undefined ? {} : { cache_write_tokens }),
});

const reasoningDetails = (name: string, { reasoning_tokens }: ModelUsage): JsonObject =>
  reasoning_tokens === undefined ? {} : { [name]: { reasoning_tokens } };

/** A Response object that is still in progress. */
export const pendingEnvelope = (id: string, model: string): JsonObject => ({
  id,
  object: "response",
  status: "in_progress",
  error: null,
  model,
  output: [],
});

const reasoningItem = (text: string): JsonObject => ({
  ...{ type: "reasoning", id: "rs_1", encrypted_content: "c2VhbGVk" },
  summary: [{ type: "summary_text", text }],
});
const functionCall = (call: ScriptedCall, index = 0): JsonObject => ({
  ...{ type: "function_call", id: `fc_${index}`, name: call.name, arguments: call.arguments },
  ...(call.id === null ? {} : { call_id: call.id }),
});
const messageItem = ({ kind, text }: ScriptedAnswer): JsonObject => ({
  type: "message",
  role: "assistant",
  content: [kind === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] }],
});

const FINISH_REASONS = { whole: "stop", cut: "length", filtered: "content_filter", overfull: "length" } as const;

/** A chat completion. */
export const chatEnvelope = (id: string, answer: ScriptedAnswer): JsonObject => ({
  id,
  object: "chat.completion",
  model: answer.model,
  choices: [
    {
      index: 0,
      finish_reason:
        answer.calls.length > 0 && answer.ending === "whole" ? "tool_calls" : FINISH_REASONS[answer.ending],
      message: {
        role: "assistant",
        content: answer.kind === "content" && (answer.text !== "" || answer.calls.length === 0) ? answer.text : null,
        refusal: answer.kind === "refusal" ? answer.text : null,
        ...(answer.reasoning.length === 0 ? {} : { reasoning_content: answer.reasoning.join("") }),
        ...(answer.calls.length === 0 ? {} : { tool_calls: answer.calls.map(chatCall) }),
      },
    },
  ],
  usage: {
    prompt_tokens: answer.usage.input_tokens,
    prompt_tokens_details: inputDetails(answer.usage),
    completion_tokens: answer.usage.output_tokens,
    ...reasoningDetails("completion_tokens_details", answer.usage),
  },
});

const chatCall = (call: ScriptedCall): JsonObject => ({
  ...(call.id === null ? {} : { id: call.id }),
  ...{ type: "function", function: { name: call.name, arguments: call.arguments } },
});

/** One server-sent event of the Responses API. */
export const streamEvent = (type: string, members: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

/** The events of a streamed response before its last, in order. */
export const openingEvents = (id: string, answer: ScriptedAnswer): readonly string[] => [
  streamEvent("response.created", { response: pendingEnvelope(id, answer.model) }),
  ...answer.reasoning.map((delta) => streamEvent("response.reasoning_summary_text.delta", { delta })),
  ...(answer.reasoning.length === 0 ? [] : [streamEvent("response.reasoning_summary_part.done", {})]),
  streamEvent("response.output_text.delta", { delta: answer.text.slice(0, 40) }),
  ...answer.calls.flatMap((call, output_index) => [
    streamEvent("response.output_item.added", { output_index, item: functionCall({ ...call, arguments: "" }) }),
    streamEvent("response.function_call_arguments.delta", { output_index, delta: halves(call.arguments)[0] }),
  ]),
];

export const closingEvent = (id: string, answer: ScriptedAnswer): string =>
  streamEvent(answer.ending === "whole" ? "response.completed" : "response.incomplete", {
    response: responseEnvelope(id, answer),
  });
