import fc from "fast-check";
import { expect, test } from "vitest";
import { packLanes } from "./pack-lanes.ts";

const pieces = fc.array(
  fc
    .record({ start: fc.nat(50), length: fc.nat(20), order: fc.nat(5) })
    .map(({ start, length, order }) => ({ start, end: start + length, anchor: `WO-0${order}` })),
  { maxLength: 30 },
);

test("no two pieces in a lane overlap, none is lost, and there are no more lanes than needed at once", () => {
  fc.assert(
    fc.property(pieces, (all) => {
      const lanes = packLanes(all);
      expect(new Set(lanes.flat())).toEqual(new Set(all));
      expect(lanes.flat()).toHaveLength(all.length);
      for (const lane of lanes)
        for (const [index, { start }] of lane.entries())
          expect(lane[index - 1]?.end ?? start).toBeLessThanOrEqual(start);
      const atOnce = all.map(({ start }) => all.filter((each) => each.start <= start && start < each.end).length);
      // A piece without a length needs a lane too, even when all are taken.
      expect(lanes.length).toBeLessThanOrEqual(Math.max(0, ...atOnce) + 1);
    }),
  );
});

test("an order that continues stays in its lane", () => {
  const piece = (anchor: string, start: number, end: number) => ({ anchor, start, end });
  const all = [piece("WO-01", 0, 4), piece("WO-02", 0, 3), piece("WO-02", 5, 6), piece("WO-01", 6, 7)];
  expect(packLanes(all).map((lane) => lane.map(({ anchor }) => anchor))).toEqual([
    ["WO-01", "WO-01"],
    ["WO-02", "WO-02"],
  ]);
});
