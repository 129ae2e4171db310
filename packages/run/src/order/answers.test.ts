import { type Exchange, orderCall } from "@llmch/contract";
import { expect, test } from "vitest";
import { answersOf } from "./answers.ts";

const exchange = (key: string, hash: string): Exchange => ({
  key,
  request_sha256: hash,
  request: {},
  response: { text: key, reasoning: null },
});

const open = (before: readonly Exchange[] = []) => {
  const recorded = new Map(before.map((each) => [each.key, each]));
  const appendExchange = async () => {};
  const base = { appendExchange, emit: async () => {}, recorded: (key: string) => recorded.get(key) };
  return answersOf({ recorded, appendExchange }, base);
};
const FIRST = orderCall("WO-02", 1);

test("an answer given before the order's turn counts only for the identical request", async () => {
  const recorder = open();
  await recorder.appendExchange(exchange("WO-02/attempt-1/speculation-1", "one"));
  expect(recorder.alike?.(FIRST, "one")?.response.text).toBe("WO-02/attempt-1/speculation-1");
  expect(recorder.alike?.(FIRST, "other")).toBeUndefined();
  expect(recorder.alike?.(orderCall("WO-02", 2), "one")).toBeUndefined();
  expect(recorder.recorded?.("WO-02/attempt-1/speculation-1")).toBeUndefined();
  expect(recorder.alike?.({ ...FIRST, speculation: 2 }, "one")).toBeDefined();
});

test("so does one that was given under the order's own key", async () => {
  const recorder = open();
  await recorder.appendExchange(exchange("WO-02/attempt-1", "one"));
  expect(recorder.alike?.(FIRST, "one")).toBeDefined();
  expect(recorder.alike?.(FIRST, "other")).toBeUndefined();
});

test("an answer from an earlier session is found by its key, or as one given before the turn", () => {
  const recorder = open([exchange("WO-02/attempt-1", "one"), exchange("WO-02/attempt-2/speculation-3", "two")]);
  expect(recorder.recorded?.("WO-02/attempt-1")).toBeDefined();
  expect(recorder.alike?.(orderCall("WO-02", 2), "two")).toBeDefined();
});
