import { expect, test } from "vitest";
import { order } from "./plan.fixture.ts";
import { planChanges } from "./plan-changes.ts";

const said = (...plans: Parameters<typeof planChanges>) =>
  planChanges(...plans).map((change) =>
    [change.kind, "before" in change ? change.before.id : "", "after" in change ? change.after.id : ""]
      .join(" ")
      .trim(),
  );
const titled = (number: number, title: string, changes = {}) => order(number, { title, ...changes });

test("an order is matched by its title even if renumbered, otherwise by its id", () => {
  const before = [titled(1, "one"), titled(2, "two"), titled(3, "three"), titled(4, "four")];
  const after = [
    titled(1, "one", { provenance: { bootstrap: true }, $schema: "x" }),
    titled(2, "half of two"),
    titled(3, "the other half"),
    { ...titled(3, "three"), id: "WO-04" },
  ];
  expect(said(before, after)).toEqual([
    "kept WO-01 WO-01",
    "changed WO-02 WO-02",
    "added  WO-03",
    "kept WO-03 WO-04",
    "removed WO-04",
  ]);
  expect(said(before, [titled(1, "one", { intent: "Otherwise." }), ...before.slice(1)])[0]).toBe("changed WO-01 WO-01");
  const twins = [titled(1, "same"), titled(2, "same")];
  expect(said(twins, twins)).toEqual(["kept WO-01 WO-01", "kept WO-02 WO-02"]);
  expect(said(twins, twins.slice(1))).toEqual(["kept WO-02 WO-02", "removed WO-01"]);
});

test("an order that depends on renumbered orders is kept", () => {
  const before = [titled(1, "one"), titled(2, "two"), titled(3, "three", { depends_on: ["WO-02", "WO-01"] })];
  const renumbered = (depends_on: readonly string[]) => [
    titled(1, "one"),
    titled(2, "new"),
    { ...titled(2, "two"), id: "WO-03" },
    { ...titled(3, "three", { depends_on }), id: "WO-04" },
  ];
  expect(said(before, renumbered(["WO-03", "WO-01"]))[3]).toBe("kept WO-03 WO-04");
  expect(said(before, renumbered(["WO-02", "WO-01"]))[3]).toBe("changed WO-03 WO-04");
});
