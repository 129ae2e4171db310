import { expect, test } from "vitest";
import { readJson } from "./json-reader.ts";

test("large texts of any kind are read or rejected in linear time", () => {
  // Superlinear work would exceed the test's time limit.
  for (const part of ["a", '"', "\\", '"\\', "1e1 ", "[],", '{"a":1},', " ", "e"])
    expect(readJson(part.repeat(1_000_000 / part.length)).ok).toBe(false);
});
