import { relative } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isInside } from "./location.ts";

const part = fc.constantFrom("a", "ab", "b", ".", "..", "", "..a", "a.");
const path = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join("/")}`);

test("a path is inside a folder if it can be reached from there without going up", () => {
  fc.assert(
    fc.property(path, path, (folder, other) => {
      const between = relative(folder, other);
      expect(isInside(folder, other)).toBe(between.split("/")[0] !== "..");
    }),
  );
});
