import { diffArrays } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { atOnce } from "../steps.ts";
import { commonLines } from "./common-lines.ts";

/** What the library finds to be common. */
const byLibrary = (before: readonly string[], after: readonly string[], most: number) => {
  const parts = diffArrays([...before], [...after], { maxEditLength: most });
  if (parts === undefined) return null;
  const common: object[] = [];
  let [start, newStart] = [0, 0];
  for (const { added, removed, count } of parts) {
    if (!added && !removed && count > 0) common.push({ start, newStart, count });
    if (!added) start += count;
    if (!removed) newStart += count;
  }
  return common;
};

const lines = (least: number) =>
  fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: least, maxLength: least + 30 });

test("common lines are those that the library finds, of several equally good choices the same one", () => {
  const some = fc.oneof(lines(0), lines(20), fc.array(fc.string({ maxLength: 2 }), { maxLength: 20 }));
  fc.assert(
    fc.property(some, some, fc.nat(40), (before, after, most) => {
      const found = atOnce(commonLines(before, after, most));
      expect(found?.map(({ start, newStart, count }) => ({ start, newStart, count })) ?? null).toEqual(
        byLibrary(before, after, most),
      );
    }),
    { numRuns: 5000 },
  );
});
