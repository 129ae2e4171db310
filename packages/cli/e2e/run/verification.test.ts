import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { WorkOrder } from "@llmch/contract";
import type { JsonObject } from "@llmch/text";
import { expect, test } from "vitest";
import { createScene, readJsonFile, type Scene, writeFiles } from "../scene.ts";

const PLAN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const BOOTSTRAP = { planner_run_id: PLAN, compile_hash: "0", manifest_sha256: "0", bootstrap: true };
const LOG = 'echo "$(basename "$0") $*" >> ran.log';

/** A scene with its own programs first on the PATH; each adds a line to `ran.log` in the tree that it runs in. */
const kindScene = (files: Readonly<Record<string, string>>, programs: Readonly<Record<string, string>>) => {
  const scene = createScene({ files: { ".gitignore": "ran.log\n", ...files } });
  for (const [name, script] of Object.entries(programs)) {
    writeFiles(scene.root, { [`bin/${name}`]: `#!/bin/sh\n${script}\n` });
    chmodSync(join(scene.root, "bin", name), 0o755);
  }
  const run = async (order: Partial<WorkOrder> = {}, flags: readonly string[] = []) => {
    scene.order({ acceptance_commands: ["sh -c 'cat ran.log 2>/dev/null; true'"], ...order });
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    const env = { PATH: `${join(scene.root, "bin")}:${process.env.PATH}` };
    const finished = await scene.run(["--branch", "work", ...flags], { env });
    return { ...finished, ...recordsOf(scene) };
  };
  return { scene, run };
};

/** The verification's record, and the programs that ran. */
const recordsOf = (scene: Scene): { readonly verify: JsonObject; readonly ran: readonly string[] } => {
  const attempt = join(scene.runs().at(-1) ?? "", "attempt_1");
  const log = join(attempt, "acceptance_0_stdout.txt");
  const ran = existsSync(log) ? readFileSync(log, "utf8").trim() : "";
  return { verify: readJsonFile(attempt, "verify_result.json"), ran: ran === "" ? [] : ran.split("\n") };
};

const PYTHON = `case "$1" in -c) exit 0;; esac\n${LOG}`;

test.concurrent.each<
  readonly [kind: string, files: Readonly<Record<string, string>>, programs: readonly string[], ran: readonly string[]]
>([
  [
    "scripts/verify.sh",
    { "scripts/verify.sh": "echo verify.sh >> ran.log\n", "pyproject.toml": "" },
    [],
    ["verify.sh"],
  ],
  ["a Node package", { "package.json": '{"scripts": {"test": "node x.js"}}' }, ["npm"], ["npm test"]],
  ["a Cargo project", { "Cargo.toml": "", "tools/x.py": "" }, ["cargo"], ["cargo test"]],
  ["a tree that says nothing", { "notes.txt": "" }, [], []],
])("verifies %s", async (_, files, programs, wanted) => {
  const { run } = kindScene(files, Object.fromEntries(programs.map((name) => [name, LOG])));
  const { code, ran, verify, stderr } = await run();
  expect({ code, ran }).toEqual({ code: 0, ran: wanted });
  expect(verify).toMatchObject({ ok: true, exempt: false, reason: expect.any(String) });
  expect(stderr.match(/^nothing verifies the repo: .*set verify\.commands/gm) ?? []).toHaveLength(
    wanted.length === 0 ? 1 : 0,
  );
  if (wanted.length === 0) expect(stderr).toMatch(/verify +ok +no command: the tree does not say how it is verified/);
});

test.concurrent("the doctor warns of a repo that nothing verifies", async () => {
  const scene = createScene({ files: { "notes.txt": "" } });
  const doctor = async (...argv: readonly string[]) =>
    (await scene.llmch(["doctor", ...argv, "--repo", scene.repo, "--artifacts-dir", scene.artifacts])).stdout;
  const why = "nothing verifies the repo: the tree does not say how it is verified: set verify\\.commands";
  expect(await doctor()).toMatch(new RegExp(`^WARN +programs +${why}`, "m"));
  expect((await doctor("--verify")).match(new RegExp(why, "g"))).toHaveLength(1);
  scene.order({ allowed_files: ["greet.js"] });
  expect(await doctor(scene.orders)).toMatch(new RegExp(`^WARN +baseline +${why}`, "m"));
  scene.order({ allowed_files: ["greet.js", "package.json"] });
  expect(await doctor(scene.orders)).not.toMatch(/^WARN +baseline/m);
});

test.concurrent("verifies each project of a repo in its folder", async () => {
  const files = { "api/Cargo.toml": "", "web/package.json": '{"scripts": {"test": "node x.js"}}' };
  const log = 'echo "$(basename "$0") $* in $(basename "$PWD")" >> ../ran.log';
  const { run } = kindScene(files, { cargo: log, npm: log });
  const { code, ran, verify } = await run();
  expect({ code, ran }).toEqual({ code: 0, ran: ["cargo test in api", "npm test in web"] });
  expect(verify).toMatchObject({ commands: [{ command: "cargo test (in api/)", folder: "api" }, { folder: "web" }] });
});

test.concurrent("verifies by the user's own commands first of all, and by the plan's if nothing else is set", async () => {
  const chosen = kindScene(
    { "go.mod": "", "llmch.config.json": '{"verify": {"commands": ["just ci", "just lint"]}}' },
    { just: LOG },
  );
  expect(await chosen.run()).toMatchObject({ code: 0, ran: ["just ci", "just lint"] });
  const planned = kindScene({ "a.zig": "" }, { zig: LOG });
  const contract = { command: "zig build test", requires: [] };
  writeFiles(planned.scene.orders, { "WORK_ORDERS_MANIFEST.json": JSON.stringify({ verify_contract: contract }) });
  expect(await planned.run()).toMatchObject({ code: 0, ran: ["zig build test"] });
});

test.concurrent("verifies a Python tree, and says where no tests were collected", async () => {
  const { run } = kindScene({ "pyproject.toml": "" }, { python: `${PYTHON}\ncase "$2" in pytest) exit 5;; esac` });
  const { code, ran, verify, stderr } = await run();
  expect(code).toBe(0);
  expect(ran).toEqual(["python -m compileall -q .", "python -m pytest -q"]);
  expect(stderr).toMatch(/verify +ok +no test ran/);
  expect(verify).toMatchObject({
    ok: true,
    commands: [{}, { exit_code: 5, ok: true, remark: "no test ran" }],
  });
});

test.concurrent("fails a Python tree whose tests fail", async () => {
  const { scene, run } = kindScene(
    { "app.py": "" },
    { python: `${PYTHON}\ncase "$2" in pytest) echo "1 failed"; exit 1;; esac` },
  );
  expect((await run({}, ["--max-attempts", "1"])).code).toBe(1);
  expect(readJsonFile(scene.runs()[0] ?? "", "attempt_1/failure_brief.json")).toMatchObject({
    stage: "verify_failed",
    command: "python -m pytest -q",
    exit_code: 1,
    primary_error_excerpt: "stdout:\n1 failed",
  });
});

test.concurrent("honours an exemption in the planner's provenance: only a syntax check", async () => {
  const { run } = kindScene({ "app.py": "" }, { python: PYTHON });
  const { code, ran, verify } = await run({ verify_exempt: true, provenance: BOOTSTRAP });
  expect({ code, ran }).toEqual({ code: 0, ran: ["python -m compileall -q ."] });
  expect(verify).toMatchObject({ exempt: true });
});

test.concurrent("honours an exemption that the operator allows, and verifies nothing if there is no syntax check", async () => {
  const { run } = kindScene({ "scripts/verify.sh": "exit 1\n" }, {});
  const { code, ran } = await run({ verify_exempt: true }, ["--allow-verify-exempt"]);
  expect({ code, ran }).toEqual({ code: 0, ran: [] });
});

test.concurrent("honours an exemption whose provenance says no more than it must", async () => {
  const { run } = kindScene({ "app.py": "" }, { python: PYTHON });
  const { code, verify } = await run({
    verify_exempt: true,
    provenance: { planner_run_id: BOOTSTRAP.planner_run_id, bootstrap: true },
  });
  expect({ code, exempt: verify.exempt }).toEqual({ code: 0, exempt: true });
});

test.concurrent("refuses an exemption that its provenance contradicts, and creates nothing", async () => {
  const scene = createScene();
  scene.order({ verify_exempt: true, provenance: { ...BOOTSTRAP, bootstrap: false } });
  const { code, stderr } = await scene.runAll();
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("--allow-verify-exempt") });
  expect(scene.runs()).toEqual([]);
});

test.concurrent("python3 serves for python everywhere, inside scripts too, and leaves no cache", async () => {
  const scene = createScene({ files: { "scripts/verify.sh": "python -c 'import app'\n", "app.py": "" } });
  // A separate PATH that has python3 and no python.
  for (const [name, program] of Object.entries({
    python3: "/usr/bin/python3",
    bash: "/bin/bash",
    sh: "/bin/sh",
    git: programPath("git"),
  })) {
    writeFiles(scene.root, { "bin/.keep": "" });
    symlinkSync(program, join(scene.root, "bin", name));
  }
  scene.order({ acceptance_commands: ["python -c 'import app'", "sh -c 'python -c pass'", "python3 -c pass"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code, stderr } = await scene.run(["--branch", "work"], { env: { PATH: join(scene.root, "bin") } });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining("drift") });
});

/** A program's path on this machine. */
const programPath = (name: string): string =>
  (process.env.PATH ?? "")
    .split(":")
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? name;
