import type { JsonValue } from "@llmch/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents } from "./event-stream.ts";

const events = async (...pieces: readonly string[]): Promise<readonly JsonValue[]> => {
  const read: JsonValue[] = [];
  const arriving = async function* () {
    yield* pieces;
  };
  for await (const event of readEvents(arriving())) read.push(event);
  return read;
};

const STREAM =
  ': hello\nretry: soon\nodd\n\nevent: a\nid: 1\ndata: {"a":\ndata:1}\n\ndata: "ä\u2028"\r\n\r\n\n\ndata: [DONE]\n\ndata:[2]';

test("events are the same however the stream is split, even if nothing closes the last one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(STREAM.length), { maxLength: 12 }), async (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
      const pieces = places.slice(1).map((end, index) => STREAM.slice(places[index], end));
      expect(await events(...pieces)).toEqual([{ a: 1 }, "ä\u2028", [2]]);
    }),
  );
});

test("data that is not JSON throws, after the events before it", async () => {
  const read: JsonValue[] = [];
  const reading = async () => {
    const pieces = async function* () {
      yield "data: 1\n\ndata: {\n\ndata: 2\n\n";
    };
    for await (const event of readEvents(pieces())) read.push(event);
  };
  await expect(reading()).rejects.toThrow(SyntaxError);
  expect(read).toEqual([1]);
});

test.each([
  ["one line", "x"],
  ["many lines", `x\ndata: `],
])("an endless event is abandoned: %s", async (_, part) => {
  const endless = async function* () {
    yield "data: ";
    for (let count = 0; count < 40; count++) yield part.padStart(1024 * 1024, "y");
    throw new Error("read on");
  };
  const reading = async () => {
    for await (const event of readEvents(endless())) throw new Error(`an event: ${String(event)}`);
  };
  await expect(reading()).rejects.toThrow(/more than 33554432 characters/);
});
