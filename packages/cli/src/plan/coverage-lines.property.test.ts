import pc from "picocolors";
import { expect, test } from "vitest";
import { coverageTable } from "./coverage-lines.ts";

test("a table takes more sentences than a call takes arguments", async () => {
  const coverage = Array.from({ length: 150_000 }, () => ({ sentence: "It adds.", orders: ["WO-01"] }));
  expect(await coverageTable(coverage, { colors: pc.createColors(false), width: 80 })).toHaveLength(150_002);
});
