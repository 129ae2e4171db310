import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { exists, report } from "./rules.fixture.ts";

const found = (code: string, ...dependsOn: readonly (readonly string[])[]) =>
  report({
    repo: [],
    manifest: plan(
      dependsOn.map((depends_on, index) =>
        order(index + 1, {
          ...{
            depends_on,
            allowed_files: ["a.js"],
            preconditions: [],
            postconditions: [exists("a.js")],
            context_files: [],
          },
          acceptance_commands: ["node a.js"],
        }),
      ),
    ),
    syntaxes: {},
  }).filter((line) => line.startsWith(code));

test.each<[string, readonly (readonly string[])[], readonly string[]]>([
  ["an earlier order", [[], ["WO-01"]], []],
  ["itself", [["WO-01"]], ['WO-01 depends_on: the order depends on "WO-01", which is no earlier order of the plan']],
  [
    "a later order",
    [["WO-02"], []],
    ['WO-01 depends_on: the order depends on "WO-02", which is no earlier order of the plan'],
  ],
  ["none", [[], ["WO-07"]], ['WO-02 depends_on: the order depends on "WO-07", which is no earlier order of the plan']],
])("W228: %s", (_, dependsOn, said) => {
  expect(found("W228", ...dependsOn)).toEqual(said.map((line) => `W228 ${line}`));
});

test("two orders that write one file are ordered if the later one says so", () => {
  expect(found("W206", [], [])).toHaveLength(1);
  expect(found("W206", [], ["WO-01"])).toEqual([]);
  expect(found("W206", [], ["WO-01"], ["WO-02"])).toEqual([]);
});
