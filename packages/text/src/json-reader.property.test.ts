import { expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../testkit/src/growth.ts";
import { readJson } from "./json-reader.ts";

test.each(["a", '"', "\\", '"\\', "1e1 ", "[],", '{"a":1},', " ", "e"])(
  "a large text of %j is rejected in linear time",
  async (part) => {
    expect(readJson(part.repeat(1_000_000 / part.length)).ok).toBe(false);
    expect(await growth((size) => readJson(part.repeat(size)))).toBeLessThan(MOST_GROWTH);
  },
);
