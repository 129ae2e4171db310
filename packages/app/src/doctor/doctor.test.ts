import { describe, expect, it } from "vitest";
import { judgeSpace } from "./places.ts";
import { examineNode } from "./programs.ts";

const MEGABYTE = 1024 * 1024;

describe("the doctor", () => {
  it.each([
    ["18.20.4", "missing"],
    ["20.18.3", "missing"],
    ["20.19.0", "ok"],
    ["22.0.0", "ok"],
  ])("rates Node %s as %s", (version, state) => {
    expect(examineNode(version).state).toBe(state);
  });

  it.each([
    [10 * MEGABYTE, "missing", "10 MB free"],
    [500 * MEGABYTE, "warning", "0.5 GB free"],
    [5000 * MEGABYTE, "ok", "4.9 GB free"],
    [null, "ok", "can be written"],
  ])("rates %s free bytes as %s", (bytes, state, words) => {
    const { state: found, message } = judgeSpace("artifacts", "/runs", bytes);
    expect({ found, message }).toEqual({ found: state, message: expect.stringContaining(words) });
  });
});
