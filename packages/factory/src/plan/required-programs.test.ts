import type { WorkOrder } from "@llmch/contract";
import { NO_CHOICES } from "@llmch/languages";
import { workOrder } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { type MachineFacts, requiredPrograms, verificationPrograms } from "./required-programs.ts";

/** A machine with these programs on its PATH; the repo contains `files` at the baseline. */
const machine = (path: string, files = "", changes: Partial<MachineFacts> = {}): MachineFacts => ({
  tree: { files: files.split(" ").filter((file) => file !== ""), texts: {}, present: [] },
  onPath: (program) => path.split(" ").includes(program),
  untrackedProgram: () => false,
  ...changes,
});
const running = (commands: readonly string[], changes: Partial<WorkOrder> = {}): WorkOrder =>
  workOrder({ acceptance_commands: [...commands], allowed_files: ["notes.txt"], ...changes });
const needed = (...given: Parameters<typeof requiredPrograms>) => requiredPrograms(...given);
const missing = (orders: readonly WorkOrder[], facts: MachineFacts): readonly string[] =>
  needed(orders, facts).missing.map(({ message }) => message);
const modules = (orders: readonly WorkOrder[], facts: MachineFacts) =>
  needed(orders, facts).pythonModules.map(({ module }) => module);

const PYTHON_TREE = "pyproject.toml app.py";

test.each<[string, MachineFacts, readonly string[], readonly string[]]>([
  ["Go", machine("git", "go.mod a.go"), ["the verification of the repo runs go, which is not on the PATH"], []],
  ["Go, which is there", machine("go", "go.mod a.go"), [], []],
  ["Python", machine("python", PYTHON_TREE), [], ["pytest"]],
  ["nothing that verifies it", machine("", "notes.txt"), [], []],
])("the verification of a repo with %s is looked at without orders", (_, facts, programs, wanted) => {
  const { missing: lacking, pythonModules } = verificationPrograms(facts);
  expect(lacking.map(({ message }) => message)).toEqual(programs);
  expect(pythonModules.map(({ module }) => module)).toEqual(wanted);
});

describe("a command's program", () => {
  test.each<[string, string, MachineFacts]>([
    ["is on the PATH", "node --test", machine("node")],
    ["is python, where only python3 is", "python -c 'pass'", machine("python3")],
    ["is a file of the baseline", "./bin/tool --check", machine("", "bin/tool")],
    ["is a file of the baseline, however it is spelled", "bin//./tool", machine("", "bin/tool")],
    ["is absolute and there", "/usr/bin/env node", machine("", "", { untrackedProgram: (p) => p === "/usr/bin/env" })],
    [
      "is in a dependency folder",
      "node_modules/.bin/vitest run",
      machine("", "", { untrackedProgram: (p) => p.startsWith("node_modules/") }),
    ],
    ["is what the build of the repo's kind makes", "./build/calc_test", machine("cmake ctest", "CMakeLists.txt a.c")],
    ["is built in a project's folder", "web/build/calc", machine("cmake ctest", "web/CMakeLists.txt web/a.c")],
    ["is quoted", "'my tool' x", { ...machine(""), onPath: (program) => program === "my tool" }],
    ["cannot be told, since the command cannot be split", 'echo "', machine("")],
  ])("that %s is not missing", (_, command, facts) => {
    expect(missing([running([command])], facts)).toEqual([]);
  });

  test.each([
    ["nowhere on the PATH", "jq .", `WO-01's command "jq ." runs jq, which is not on the PATH`],
    ["python3, which python does not serve for", "python3 a.py", `runs python3, which is not on the PATH`],
    [
      "a path that is nowhere",
      "bin/tool",
      "runs bin/tool, which is neither in the baseline nor an allowed file by then",
    ],
    ["in a folder that no build of the repo's kind fills", "build/tool", "runs build/tool, which is neither"],
    ["absolute and not there", "/opt/tool", "runs /opt/tool, which is neither"],
    ["no program at all", "''", "is empty"],
  ])("that is %s is missing", (_, command, message) => {
    const [found, ...more] = missing([running([command])], machine("node python", "tool"));
    expect(found).toContain(message);
    expect(more).toEqual([]);
  });

  test("is refused with its hint", () => {
    expect(needed([running(["jq ."])], machine("")).missing).toEqual([
      {
        code: "program-missing",
        message: `WO-01's command "jq ." runs jq, which is not on the PATH`,
        hint: "install jq, or fix the command",
      },
    ]);
  });

  test("is reported once, for the first order that runs it", () => {
    const orders = [running(["jq .", "jq a"]), running(["jq b", "yq c"], { id: "WO-02" })];
    expect(missing(orders, machine(""))).toEqual([
      expect.stringContaining(`WO-01's command "jq ."`),
      expect.stringContaining(`WO-02's command "yq c"`),
    ]);
  });

  test.each([
    ["its own order", [["bin/tool"], ["x"]], []],
    ["an earlier order", [["x"], ["bin/tool"]], [expect.stringContaining("WO-01")]],
  ])("may be written by %s, not a later one", (_, writers, expected) => {
    const [first = [], second = []] = writers;
    const orders = [
      running(["./bin/tool"], { allowed_files: first }),
      running(["./bin/tool"], { id: "WO-02", allowed_files: second }),
    ];
    expect(missing(orders, machine("", ""))).toEqual(expected);
  });
});

describe("the verification's programs", () => {
  test.each<[string, Partial<WorkOrder>, MachineFacts, readonly string[]]>([
    ["the repo's script", {}, machine("node", "scripts/verify.sh"), ["bash"]],
    ["a script that the order writes", { allowed_files: ["scripts/verify.sh"] }, machine("node"), ["bash"]],
    ["a Python tree", {}, machine("node", PYTHON_TREE), ["python"]],
    ["a Python tree, python3 alone being there", {}, machine("node python3", PYTHON_TREE), []],
    ["an exempt order in a Python tree", { verify_exempt: true }, machine("node", PYTHON_TREE), ["python"]],
    ["an exempt order elsewhere", { verify_exempt: true }, machine("node", "scripts/verify.sh"), []],
    ["a Go module", {}, machine("node", "go.mod"), ["go"]],
    ["a tree that the order makes Go's", { allowed_files: ["go.mod"] }, machine("node"), ["go"]],
    [
      "a package with a test",
      {},
      machine("node", "package.json", {
        tree: { files: ["package.json"], texts: { "package.json": '{"scripts":{"test":"x"}}' }, present: [] },
      }),
      ["npm"],
    ],
    ["a package that the order writes: not known", { allowed_files: ["package.json"] }, machine("node"), []],
    ["a Makefile that the order writes: not known", { allowed_files: ["Makefile"] }, machine("node"), []],
    [
      "Python files beside a package that the order writes: not known",
      { allowed_files: ["package.json", "tools/gen.py"] },
      machine("node"),
      [],
    ],
    [
      "a Python manifest beside a package that the order writes",
      { allowed_files: ["package.json", "pyproject.toml"] },
      machine("node"),
      ["python"],
    ],
    ["a tree that says nothing", {}, machine("node"), []],
  ])("%s", (_, changes, facts, programs) => {
    const found = missing([running(["node x.js"], changes)], facts);
    expect(found).toEqual(programs.map((name) => `the verification of WO-01 runs ${name}, which is not on the PATH`));
  });
});

describe("the refusal of a missing program", () => {
  const hints = (orders: readonly WorkOrder[], facts: MachineFacts) =>
    needed(orders, facts).missing.map(({ message, hint }) => `${message}: ${hint}`);

  test("says how to install it, if a language knows", () => {
    expect(hints([running(["node x.js"])], machine("node", "go.mod"))).toEqual([
      "the verification of WO-01 runs go, which is not on the PATH: install Go: https://go.dev/doc/install or `apt install golang`",
    ]);
  });

  test("covers a folder's commands too, relative to that folder", () => {
    const folders = machine("", "api/go.mod web/pom.xml web/mvnw");
    expect(missing([running(["true"])], { ...folders, onPath: (name) => name === "true" })).toEqual([
      "the verification of WO-01 runs go, which is not on the PATH",
      "the verification of WO-01 runs sh, which is not on the PATH",
    ]);
  });

  test("covers the commands from the settings instead of the tree's", () => {
    const choices = { ...NO_CHOICES, commands: ["just ci", "api/check.sh"] };
    expect(missing([running(["node x.js"])], machine("node", "go.mod", { choices }))).toEqual([
      "the verification of WO-01 runs just, which is not on the PATH",
      "the verification of WO-01 runs api/check.sh, which is neither in the baseline nor an allowed file by then",
    ]);
  });

  test("has a hint that also fits a program built by a command", () => {
    const choices = { ...NO_CHOICES, commands: ["make all", "./prog"] };
    const [refused] = needed([running(["make all"])], machine("make", "Makefile", { choices })).missing;
    expect(refused?.hint).toMatch(/make and run it in one command: `bash -c /);
  });

  test("looks for a folder's modules in that folder", () => {
    const { pythonModules } = needed([running(["node x"])], machine("node python", "api/setup.py"));
    expect(pythonModules).toEqual([{ module: "pytest", folder: "api" }]);
  });

  test("is left out if the orders write too many manifests to be certain", () => {
    const files = [1, 2, 3, 4, 5, 6].map((number) => `p${number}/package.json`);
    expect(missing([running(["node x.js"], { allowed_files: files })], machine("node"))).toEqual([]);
  });
});

describe("Python modules to look for", () => {
  test.each<[string, readonly string[], Partial<WorkOrder>, MachineFacts, readonly string[]]>([
    ["those of a Python tree's verification", ["node x"], {}, machine("node python", PYTHON_TREE), ["pytest"]],
    ["none for an exempt order", ["node x"], { verify_exempt: true }, machine("node python", PYTHON_TREE), []],
    ["none where the repo has its own script", ["node x"], {}, machine("node bash", "scripts/verify.sh a.py"), []],
    ["pytest in a command", ["python -m pytest tests"], {}, machine("python"), ["pytest"]],
    ["pytest in a command of python3", ["python3 -m pytest"], {}, machine("python3"), ["pytest"]],
    [
      "none for a module of the standard library or the repo",
      ["python -m unittest", "python -m app"],
      {},
      machine("python"),
      [],
    ],
    ["none for the program pytest", ["pytest -q"], {}, machine("pytest"), []],
  ])("%s", (_, commands, changes, facts, expected) => {
    expect([...modules([running(commands, changes)], facts)].sort()).toEqual(expected);
  });
});
