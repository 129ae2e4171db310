import type { JsonObject } from "@llmch/contract";
import { chatEnvelope, type ScriptedAnswer } from "./envelopes.ts";

const chunk = (id: string, { model }: ScriptedAnswer, members: JsonObject): string =>
  `data: ${JSON.stringify({ id, object: "chat.completion.chunk", model, ...members })}\n\n`;
const delta = (id: string, answer: ScriptedAnswer, said: JsonObject, finish_reason: string | null = null): string =>
  chunk(id, answer, { choices: [{ index: 0, delta: said, finish_reason }] });
const member = ({ kind }: ScriptedAnswer): string => (kind === "refusal" ? "refusal" : "content");

const FIRST = 40;

/** The chunks of a streamed completion before those that end it. */
export const chatOpening = (id: string, answer: ScriptedAnswer): readonly string[] => [
  delta(id, answer, { role: "assistant" }),
  ...answer.reasoning.map((reasoning_content) => delta(id, answer, { reasoning_content })),
  ...(answer.kind === "tool-call" ? [] : [delta(id, answer, { [member(answer)]: answer.text.slice(0, FIRST) })]),
];

export const chatClosing = (id: string, answer: ScriptedAnswer): string => {
  const whole = chatEnvelope(id, answer) as {
    readonly choices: readonly [{ readonly finish_reason: string }];
  } & JsonObject;
  const rest = answer.kind === "tool-call" ? {} : { [member(answer)]: answer.text.slice(FIRST) };
  return [
    delta(id, answer, rest),
    delta(id, answer, {}, whole.choices[0].finish_reason),
    chunk(id, answer, { choices: [], usage: whole.usage ?? null }),
    "data: [DONE]\n\n",
  ].join("");
};
