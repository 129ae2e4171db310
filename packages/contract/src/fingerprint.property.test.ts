import { expect, test } from "vitest";
import { fingerprint } from "./fingerprint.ts";

test.each(["/", "a", "1", "0x", "(", "1:", "1m ", " ", "'/"])("takes linear time over %j", (part) => {
  // Superlinear work would exceed the test's time limit.
  expect(fingerprint(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(7_000_000);
});
