import type { Provenance } from "@llmch/contract";
import { workOrder } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { exemptionHonoured, generatedBranch, splitByHistory } from "./schedule.ts";

const PROVENANCE: Provenance = { planner_run_id: "01PLAN", compile_hash: "0", manifest_sha256: "0", bootstrap: true };

describe("splitByHistory", () => {
  const scheduled = (id: string, sha256: string) => ({ order: workOrder({ id }), sha256 });
  const plan = [scheduled("WO-01", "a"), scheduled("WO-02", "b"), scheduled("WO-03", "c")];
  const ids = (orders: readonly { readonly order: { readonly id: string } }[]) => orders.map(({ order }) => order.id);

  test.each([
    ["nothing done", [], [], ["WO-01", "WO-02", "WO-03"]],
    ["the first done", [{ order: "WO-01", sha256: "a" }], ["WO-01"], ["WO-02", "WO-03"]],
    ["a changed order", [{ order: "WO-01", sha256: "old" }], [], ["WO-01", "WO-02", "WO-03"]],
    ["another's hash", [{ order: "WO-01", sha256: "b" }], [], ["WO-01", "WO-02", "WO-03"]],
    [
      "done before and again after a change",
      [
        { order: "WO-02", sha256: "old" },
        { order: "WO-02", sha256: "b" },
      ],
      ["WO-02"],
      ["WO-01", "WO-03"],
    ],
    ["orders of another plan", [{ order: "WO-09", sha256: "a" }], [], ["WO-01", "WO-02", "WO-03"]],
  ])("%s", (_, done, skipped, pending) => {
    const split = splitByHistory(plan, done);
    expect(ids(split.skipped)).toEqual(skipped);
    expect(ids(split.pending)).toEqual(pending);
  });
});

describe("exemptionHonoured", () => {
  const exempt = { verify_exempt: true };
  test.each([
    ["an order that is not exempt", {}, false, true],
    ["the planner's bootstrap order", { ...exempt, provenance: PROVENANCE }, false, true],
    ["an order by hand", exempt, false, false],
    ["an order by hand, allowed", exempt, true, true],
    ["no bootstrap", { ...exempt, provenance: { ...PROVENANCE, bootstrap: false } }, false, false],
    ["no planner's run", { ...exempt, provenance: { ...PROVENANCE, planner_run_id: "" } }, false, false],
  ])("%s", (_, changes, allowed, honoured) => {
    expect(exemptionHonoured(workOrder(changes), allowed)).toBe(honoured);
  });
});

describe("generatedBranch", () => {
  test.each([
    ["a title", "Read amounts, in cents", "read-amounts-in-cents"],
    ["accents", "Déjà vu", "deja-vu"],
    ["a path", "../main", "main"],
    ["a name that git refuses", "a..b@{1}.lock", "a-b-1-lock"],
    ["an option", "-D", "d"],
    ["nothing of the alphabet", "写", "run"],
    ["whole words", `${"abcdefghi ".repeat(5)}`, "abcdefghi-abcdefghi-abcdefghi-abcdefghi"],
    ["one long word", "a".repeat(50), "a".repeat(40)],
  ])("%s", (_, title, slug) => {
    expect(generatedBranch(title, "01JABCDEF")).toBe(`llmch/${slug}-abcdef`);
  });

  test("no order", () => {
    expect(generatedBranch("", "01JABCDEF")).toBe("llmch/run-abcdef");
  });
});
