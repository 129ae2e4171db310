import { expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../testkit/src/growth.ts";
import { fingerprint } from "./fingerprint.ts";

test.each(["/", "a", "1", "0x", "(", "1:", "1m ", " ", "'/"])("takes linear time over %j", async (part) => {
  expect(fingerprint(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(7_000_000);
  expect(await growth((size) => fingerprint(part.repeat(size)))).toBeLessThan(MOST_GROWTH);
});
