import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { clientOf } from "./client.ts";

const asked = (outcome: JsonObject): Promise<boolean | null> => {
  const peer = { notify: () => {}, request: async () => ({ outcome }), hear: () => {}, refuse: () => {} };
  return clientOf(peer, { sessionId: "S", name: null }, new AbortController().signal).ask("Land it?", []);
};

test.each<[JsonObject, boolean | null]>([
  [{ outcome: "selected", optionId: "yes" }, true],
  [{ outcome: "selected", optionId: "no" }, false],
  [{ outcome: "selected", optionId: "always" }, null],
  [{ outcome: "cancelled", optionId: "yes" }, null],
  [{ optionId: "yes" }, null],
  [{}, null],
])("%j is the answer %s", async (outcome, answer) => {
  expect(await asked(outcome)).toBe(answer);
});
