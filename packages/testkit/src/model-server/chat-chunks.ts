import type { JsonObject } from "@llmch/text";
import { chatEnvelope, halves, type ScriptedAnswer } from "./envelopes.ts";

const chunk = (id: string, { model }: ScriptedAnswer, members: JsonObject): string =>
  `data: ${JSON.stringify({ id, object: "chat.completion.chunk", model, ...members })}\n\n`;
const delta = (id: string, answer: ScriptedAnswer, piece: JsonObject, finish_reason: string | null = null): string =>
  chunk(id, answer, { choices: [{ index: 0, delta: piece, finish_reason }] });
const member = ({ kind }: ScriptedAnswer): string => (kind === "refusal" ? "refusal" : "content");

const FIRST = 40;

/** The chunks of a streamed completion before those that end it. */
export const chatOpening = (id: string, answer: ScriptedAnswer): readonly string[] => [
  delta(id, answer, { role: "assistant" }),
  ...answer.reasoning.map((reasoning_content) => delta(id, answer, { reasoning_content })),
  ...said(id, answer, answer.text.slice(0, FIRST)),
  ...answer.calls.flatMap(({ id: call, name, arguments: given }, index) => [
    called(id, answer, { index, id: call, type: "function", function: { name, arguments: "" } }),
    called(id, answer, { index, function: { arguments: halves(given)[0] } }),
  ]),
];

export const chatClosing = (id: string, answer: ScriptedAnswer): string => {
  const whole = chatEnvelope(id, answer) as {
    readonly choices: readonly [{ readonly finish_reason: string }];
  } & JsonObject;
  return [
    ...said(id, answer, answer.text.slice(FIRST)),
    ...answer.calls.map((call, index) =>
      called(id, answer, { index, function: { arguments: halves(call.arguments)[1] } }),
    ),
    delta(id, answer, {}, whole.choices[0].finish_reason),
    chunk(id, answer, { choices: [], usage: whole.usage ?? null }),
    "data: [DONE]\n\n",
  ].join("");
};

const said = (id: string, answer: ScriptedAnswer, text: string): readonly string[] =>
  answer.calls.length > 0 && text === "" ? [] : [delta(id, answer, { [member(answer)]: text })];

const called = (id: string, answer: ScriptedAnswer, piece: JsonObject): string =>
  delta(id, answer, { tool_calls: [piece] });
