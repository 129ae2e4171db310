import { changesInWords } from "@llmch/app/drawing";
import pc from "picocolors";
import { expect, test } from "vitest";
import { changeLines } from "./change-lines.ts";

const order = (id: string) => ({ id, title: `Part \u001b[31m${id}` });
const whole = { before: { system_overview: ["Small."] }, after: { system_overview: ["Small."] } };
const kept = (from: string, to: string) => ({ kind: "kept" as const, before: order(from), after: order(to) });

test("a renumbered order gets one line, an unchanged one none, and the plan as a whole comes last", () => {
  const colors = pc.createColors(false);
  expect(changesInWords({ changes: [kept("WO-01", "WO-01")], whole })).toBeNull();
  const changes = [kept("WO-01", "WO-01"), kept("WO-02", "WO-03")];
  expect(changesInWords({ changes, whole })).toBe("another sequence");
  const other = { ...whole, after: { system_overview: ["Large."] } };
  expect(changesInWords({ changes: [kept("WO-01", "WO-01")], whole: other })).toBe("the plan as a whole changed");
  const lines = changeLines({ changes, whole: other }, colors);
  expect(lines[0]).toMatch(/^kept {5}WO-03 {2}Part .+WO-03 {2}\(was WO-02\)$/);
  expect(lines[1]).toBe("changed  the plan as a whole");
  expect(lines).toContain('-    "Small."');
  expect(lines.join("")).not.toContain("\u001b");
});
