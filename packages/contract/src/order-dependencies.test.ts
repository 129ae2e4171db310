import { describe, expect, test } from "vitest";
import { plannedOrder } from "./order-dependencies.fixture.ts";
import { type OrderDependencies, orderDependencies } from "./order-dependencies.ts";
import type { WorkOrder } from "./work-order.ts";

const graphOf = (
  orders: readonly Partial<WorkOrder>[],
  barrierFiles?: readonly string[],
): readonly OrderDependencies[] =>
  orderDependencies(
    orders.map((given, index) => plannedOrder(index + 1, given)),
    ...(barrierFiles === undefined ? [] : [{ barrierFiles }]),
  );
const rests = (first: Partial<WorkOrder>, second: Partial<WorkOrder>): boolean =>
  graphOf([first, second])[1]?.after.length === 1;

const TICK = { path: "t.md", line: 1, sha256: "0".repeat(64), from: "[ ]", to: "[x]" } as const;

describe("an order depends on an earlier one that", () => {
  test.each<[why: string, first: Partial<WorkOrder>, second: Partial<WorkOrder>]>([
    ["may write a file that it may write", { allowed_files: ["a"] }, { allowed_files: ["a"] }],
    ["may write what it is shown", { allowed_files: ["a"] }, { context_files: ["a"] }],
    ["may write what it requires", { allowed_files: ["a"] }, { preconditions: [{ kind: "file_exists", path: "a" }] }],
    [
      "may write what must not exist",
      { allowed_files: ["a"] },
      { preconditions: [{ kind: "file_absent", path: "a" }] },
    ],
    [
      "may write what must not change",
      { allowed_files: ["a"] },
      { postconditions: [{ kind: "file_unchanged", path: "a" }] },
    ],
    [
      "may write what is to exist",
      { allowed_files: ["a"] },
      { postconditions: [{ kind: "file_contains", path: "a", text: "b" }] },
    ],
    ["removes what it may write", { postconditions: [{ kind: "file_absent", path: "a" }] }, { allowed_files: ["a"] }],
    ["makes what it is shown", { derive: [{ command: "make x", files: ["a"] }] }, { context_files: ["a"] }],
    ["may write what it makes", { allowed_files: ["a"] }, { derive: [{ command: "make x", files: ["a"] }] }],
    [
      "may write what its tool reads",
      { allowed_files: ["in.txt"] },
      { derive: [{ command: "tool in.txt", files: ["b"] }] },
    ],
    ["writes a file in its folder", { allowed_files: ["a/b"] }, { context_files: ["a"] }],
    ["writes its folder", { allowed_files: ["a"] }, { allowed_files: ["a/b/c"] }],
    ["writes a name in capitals", { allowed_files: ["src/A.js"] }, { allowed_files: ["SRC/a.js"] }],
    ["writes a name in composed letters", { allowed_files: ["caf\u00e9"] }, { allowed_files: ["cafe\u0301"] }],
    ["writes another form of a path", { allowed_files: ["./src//a.js"] }, { context_files: ["src/x/../a.js"] }],
    ["ticks what it may write", { ticks: [TICK] }, { allowed_files: ["t.md"] }],
    ["ticks what it is shown", { ticks: [TICK] }, { context_files: ["t.md"] }],
    ["it names", {}, { depends_on: ["WO-01"] }],
    ["is not verified", { verify_exempt: true }, {}],
    ["writes .gitignore", { allowed_files: [".gitignore"] }, {}],
    ["writes .gitattributes somewhere", { allowed_files: ["docs/.gitattributes"] }, {}],
  ])("%s", (_, first, second) => expect(rests(first, second)).toBe(true));
});

describe("an order does not depend on an earlier one that", () => {
  test.each<[why: string, first: Partial<WorkOrder>, second: Partial<WorkOrder>]>([
    ["ticks what it ticks too", { ticks: [TICK] }, { ticks: [{ ...TICK, line: 2 }] }],
    ["writes what it ticks", { allowed_files: ["t.md"] }, { ticks: [TICK] }],
    ["writes something else", { allowed_files: ["a"] }, { allowed_files: ["b"], context_files: ["c"] }],
    ["is shown what it writes", { context_files: ["a"] }, { allowed_files: ["a"] }],
    ["requires what it writes", { preconditions: [{ kind: "file_absent", path: "a" }] }, { allowed_files: ["a"] }],
    ["leaves a file as it is", { postconditions: [{ kind: "file_unchanged", path: "a" }] }, { context_files: ["a"] }],
    ["writes a file whose path begins so", { allowed_files: ["a/b"] }, { context_files: ["a/bc", "a/b.c"] }],
    ["names it", { depends_on: ["WO-02"] }, {}],
    ["no order is", {}, { depends_on: ["WO-02", "WO-07"] }],
  ])("%s", (_, first, second) => expect(rests(first, second)).toBe(false));
});

const COMMANDS: readonly (readonly [command: string, ...files: readonly string[]])[] = [
  ["node src/cli.js", "src/cli.js"],
  ["node ./src/../src/cli.js", "src/cli.js"],
  ["pytest tests/", "tests/test_a.py", "tests/unit/test_b.py"],
  ["pytest tests", "tests/test_a.py"],
  ["bash -c 'ls \"tests\"'", "tests/test_a.py"],
  ["./tool --check", "tool"],
  ["tool.sh", "tool.sh"],
  ["python -m pytest -q tests/test_a.py::test_x", "tests/test_a.py"],
  ["python -m unittest tests.test_a", "tests/test_a.py"],
  ["tool --config=conf/x.json", "conf/x.json"],
  ["go test ./internal/store/...", "internal/store/store.go"],
  ["python -m pkg.mod", "pkg/mod.py", "pkg/mod/__main__.py", "src/pkg/mod.py", "pkg/__init__.py"],
  ['python -c "import pkg.mod"', "pkg/mod.py", "pkg/__init__.py"],
  ['python -c "from pkg.mod import f; assert f()"', "pkg/mod.py"],
  ['python -c "import pkg.mod as m, other"', "other.py"],
  ['python -c "import pkg"', "pkg/__init__.py", "pkg/mod.py"],
  ['python -c "import pkg; pkg.mod.f()"', "pkg/mod.py"],
  [`node -e "require('./x')"`, "x.js", "x/index.js"],
  [`node -e "require('./src/x.js')"`, "src/x.js", "src/x.ts"],
  [`node --input-type=module -e "import('./x').then(f)"`, "x.mjs"],
  [`node --input-type=module -e "import { a } from './lib/x.mjs'"`, "lib/x.mjs"],
  [`node -e "try { require('./x') } catch {}"`, "x.js"],
  ['bash -c "cd src && node cli.js"', "src/cli.js"],
  ["bash -c 'npm run build && node dist.js'", "dist.js"],
  ["npm run src/x.js", "src/x.js"],
  ["cargo test --test parse", "tests/parse.rs"],
  ["NODE SRC/CLI.JS", "src/cli.js"],
];

describe("an order depends on an earlier one that writes what its command names", () => {
  test.each(COMMANDS.flatMap(([command, ...files]) => files.map((file) => [command, file])))(
    "%s: %s",
    (command, file) => {
      expect(rests({ allowed_files: [file] }, { acceptance_commands: [command] })).toBe(true);
      expect(rests({ allowed_files: [file] }, { acceptance_commands: [{ command, hidden: true }] })).toBe(true);
    },
  );

  test.each([
    ["npm test", "test/a.js"],
    ["pnpm --silent run build", "build/a.js"],
    ["cargo test", "test/a.rs"],
    ["go test ./...", "test/a.go"],
    ["node --test", "test/a.js"],
    ["test -s src/b.js", "test/a.js"],
    ["bash -c 'test -s src/b.js && test -s src/c.js'", "test/a.js"],
    ["pytest .", "src/a.py"],
    ['python -c "import pkg.mod"', "pkg/other.py"],
    ['python -c "from pkg.sub.mod import f"', "pkg/sub/other.py"],
    [`node --input-type=module -e "import 'node:test'"`, "test/a.js"],
    [`node -e "require('./src/x.js')"`, "src/y.js"],
    ["node src/index.js", "lib/index.js"],
  ])("but not here: %s: %s", (command, file) => {
    expect(rests({ allowed_files: [file] }, { acceptance_commands: [command] })).toBe(false);
  });
});

test("an order also depends on its dependencies' dependencies, in plan order", () => {
  const graph = graphOf([
    { allowed_files: ["a"] },
    { allowed_files: ["b"] },
    { allowed_files: ["c"], context_files: ["b"] },
    { allowed_files: ["d"], context_files: ["c", "a"] },
    { allowed_files: ["e"] },
    { allowed_files: ["d"] },
  ]);
  expect(graph).toEqual([
    { id: "WO-01", after: [], directly: [] },
    { id: "WO-02", after: [], directly: [] },
    { id: "WO-03", after: ["WO-02"], directly: ["WO-02"] },
    { id: "WO-04", after: ["WO-01", "WO-02", "WO-03"], directly: ["WO-01", "WO-03"] },
    { id: "WO-05", after: [], directly: [] },
    { id: "WO-06", after: ["WO-01", "WO-02", "WO-03", "WO-04"], directly: ["WO-04"] },
  ]);
});

test("all later orders depend on a change to the whole repo, which adds no dependencies for itself", () => {
  const graph = graphOf([{ allowed_files: ["a"] }, { allowed_files: ["Package.json"] }, {}, {}], ["./package.json"]);
  expect(graph.map(({ after }) => after)).toEqual([[], [], ["WO-02"], ["WO-02"]]);
});

test.each([
  ["dotted words", "a.".repeat(60_000)],
  ["folders", "a/".repeat(60_000)],
  ["tasks", "make ".repeat(25_000)],
  ["options of a task", `make${" -x".repeat(40_000)}`],
  ["white space", `make${" ".repeat(100_000)}`],
  ["quotes", "' ".repeat(60_000)],
  ["one word", "a".repeat(120_000)],
])("a long command of %s is searched to the end", (_, text) => {
  const path = "a/".repeat(2_000);
  expect(rests({ allowed_files: [`${path}b`, "end.js"] }, { acceptance_commands: [`${text} ; node end.js`] })).toBe(
    true,
  );
});

test("an order after a chain of a thousand depends on all of them, and directly on the last", () => {
  const count = 1_000;
  const graph = graphOf(
    Array.from({ length: count }, (_, index) => ({
      allowed_files: [`src/m${index}.js`, "README.md"],
      acceptance_commands: [`node --test test/m${index}.test.js`],
    })),
  );
  expect(graph.at(-1)?.after).toHaveLength(count - 1);
  expect(graph.map(({ directly }) => directly.length)).toEqual(graph.map((_, index) => Math.min(1, index)));
});
