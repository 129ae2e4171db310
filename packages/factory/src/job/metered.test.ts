import { type ModelReply, orderCall, triageCall } from "@llmch/contract";
import { expect, test } from "vitest";
import { metered } from "./metered.ts";

const answered = (costUsd?: number): ModelReply => ({
  ...{ kind: "answered", text: "t", reasoning: null, usage: null, model: "m" },
  ...(costUsd === undefined ? {} : { costUsd }),
});
const failed: ModelReply = { kind: "failed", reason: "limit", message: "m", hint: "h" };

test.each<[string, number | null, readonly ModelReply[], number | null]>([
  ["nothing", 0, [], 0],
  ["what answers cost", 0, [answered(0.1), answered(0.2)], 0.3],
  ["what went before", 1.5, [answered(0.25)], 1.75],
  ["not what gave no answer", 0, [failed, answered(0.25)], 0.25],
  ["nothing that is known, once one is not", 0, [answered(0.1), answered(), answered(0.1)], null],
  ["nothing that is known, if it was not before", null, [answered(0.1)], null],
])("attempts cost %s", async (_, before, replies, expected) => {
  const left = [...replies];
  const meter = metered({ ask: async () => left.shift() ?? failed }, before);
  for (const [index] of replies.entries())
    await meter.model.ask({ call: orderCall("WO-01", index + 1), messages: [], answerSchema: null });
  expect(meter.cost()).toBe(expected);
});

test("calls outside attempts do not count, because they are not repeated", async () => {
  const meter = metered({ ask: async () => answered(0.5) }, 0);
  await meter.model.ask({ call: triageCall("WO-01"), messages: [], answerSchema: null });
  expect(meter.cost()).toBe(0);
});
