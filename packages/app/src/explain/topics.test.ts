import { describe, expect, test } from "vitest";
import { findTopic } from "./topics.ts";

describe("a topic", () => {
  test.each([
    ["E104", "E104"],
    ["e104", "E104"],
    ["[E104]", "E104"],
    [" w206", "W206"],
    ["verify_failed", "verify_failed"],
    ["Verify-Failed", "verify_failed"],
    ["STALE CONTEXT", "stale_context"],
  ])("%j is %s", (asked, name) => expect(findTopic(asked).found?.name).toBe(name));

  test.each([
    ["E14", "E104"],
    ["E1044", "E104"],
    ["W21", "W210"],
    ["verify", "verify_failed"],
    ["acceptance", "acceptance_failed"],
    ["excepton", "exception"],
  ])("%j is no topic, and %s is nearest", (asked, nearest) => {
    expect(findTopic(asked)).toEqual({ found: null, nearest });
  });

  test.each(["", "bogus", "constructor", "__proto__", "x".repeat(100_000), "\u001b[2J"])(
    "%.20j is no topic, nor near one",
    (asked) => expect(findTopic(asked)).toEqual({ found: null, nearest: null }),
  );
});
