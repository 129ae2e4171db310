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
  const kept: Exchange[] = [];
  const recorded = new Map(before.map((each) => [each.key, each]));
  const appendExchange = async (each: Exchange) => {
    kept.push(each);
  };
  const base = { appendExchange, emit: async () => {}, recorded: (key: string) => recorded.get(key) };
  return { kept, ...answersOf({ recorded, appendExchange }, base) };
};
const FIRST = orderCall("WO-02", 1);

test("an answer given ahead counts only for the identical request", async () => {
  const { recorder, ahead } = open();
  const early = ahead(1, () => false);
  expect(early.named(FIRST)).toEqual({ ...FIRST, speculation: 1 });
  await early.recorder.appendExchange(exchange("WO-02/attempt-1/speculation-1", "one"));
  expect(recorder.alike?.(FIRST, "one")?.response.text).toBe("WO-02/attempt-1/speculation-1");
  expect(recorder.alike?.(FIRST, "other")).toBeUndefined();
  expect(recorder.alike?.(orderCall("WO-02", 2), "one")).toBeUndefined();
  expect(recorder.recorded?.("WO-02/attempt-1/speculation-1")).toBeUndefined();
});

test("answers of an adopted speculation are recorded under the run's own keys, each once", async () => {
  const { kept, ahead } = open();
  const first = ahead(1, () => false);
  await first.recorder.appendExchange(exchange("WO-02/attempt-1/speculation-1", "one"));
  const again = ahead(2, () => false);
  expect(again.recorder.alike?.({ ...FIRST, speculation: 2 }, "one")).toBeDefined();
  await again.adopt();
  expect(kept.map(({ key }) => key)).toEqual(["WO-02/attempt-1/speculation-1", "WO-02/attempt-1"]);
});

test("a request that cannot change is recorded under the run's own key from the start", async () => {
  const { kept, ahead } = open();
  const certain = ahead(1, () => true);
  expect(certain.named(FIRST)).toEqual(FIRST);
  await certain.recorder.appendExchange(exchange("WO-02/attempt-1", "one"));
  await certain.adopt();
  expect(kept).toHaveLength(1);
});

test("an answer from an earlier session is found by its key, or as one given ahead", () => {
  const { recorder } = open([exchange("WO-02/attempt-1", "one"), exchange("WO-02/attempt-2/speculation-3", "two")]);
  expect(recorder.recorded?.("WO-02/attempt-1")).toBeDefined();
  expect(recorder.alike?.(orderCall("WO-02", 2), "two")).toBeDefined();
});
