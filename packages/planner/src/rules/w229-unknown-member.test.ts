import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { report } from "./rules.fixture.ts";

test.each<[string, string | null]>([
  ["depend_on", "depends_on"],
  ["acceptance_command", "acceptance_commands"],
  ["Notes", "notes"],
  ["note", "notes"],
  ["fulfills", "fulfils"],
  ["derived", "derive"],
  ["contextFiles", "context_files"],
  ["owner", null],
  ["x_review", null],
  ["ids", null],
  ["a", null],
  ["n".repeat(10_000), null],
])("W229: %s", (name, near) => {
  const manifest = plan([{ ...order(1), [name]: "x" }]);
  const found = report({ repo: [], manifest, syntaxes: {} }).filter((line) => line.startsWith("W229"));
  expect(found).toEqual(
    near === null ? [] : [`W229 WO-01 -: an order has no member "${name}", so it is ignored: did you mean "${near}"?`],
  );
});
