import { expect, test } from "vitest";
import { readJson } from "./json-reader.ts";

test("much of anything is read or refused in linear time", () => {
  // Work that grows faster would outlast the test's own limit.
  for (const part of ["a", '"', "\\", '"\\', "1e1 ", "[],", '{"a":1},', " ", "e"])
    expect(readJson(part.repeat(1_000_000 / part.length)).ok).toBe(false);
});
