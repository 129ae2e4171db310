import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer } from "../protocol/answer.ts";
import { readAction } from "./json-actions.ts";

const answer = (text: string): Answer => ({
  ...{ text, reasoning: null, usage: null, model: "m", ending: "whole", why: null },
});
const ASKED = { answerSchema: { name: "answer", schema: {} } };
const action = fc.record(
  {
    tool: fc.oneof(fc.constantFrom("read", "edit", "__proto__"), fc.jsonValue()),
    arguments: fc.jsonValue(),
    answer: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

test("no text makes the parser throw: it is a call with text as arguments, or an answer", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    action.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(texts, fc.nat(), (text, cut) => {
      for (const each of [text, text.slice(0, cut % (text.length + 1)), `\`\`\`json\n${text}\n\`\`\``]) {
        const { toolCalls = [], text: said } = readAction(answer(each), ASKED);
        expect(toolCalls.every((call) => typeof call.name === "string" && typeof call.arguments === "string")).toBe(
          true,
        );
        expect(toolCalls.length === 0 || said === "").toBe(true);
      }
    }),
  );
});
