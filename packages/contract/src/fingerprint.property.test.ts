import { expect, test } from "vitest";
import { fingerprint } from "./fingerprint.ts";

test.each(["/", "a", "1", "0x", "(", "1:", "1m ", " ", "'/"])("takes linear time over %j", (part) => {
  // Work that grows faster would outlast the test's own limit.
  expect(fingerprint(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(7_000_000);
});
