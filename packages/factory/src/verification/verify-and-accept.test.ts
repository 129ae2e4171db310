import { type AcceptedChange, type Round, repoPath } from "@llmch/contract";
import { type OrderScene, orderScene, type SceneOptions } from "@llmch/testkit";
import { SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";
import { describe, expect, test } from "vitest";
import type { GateOutcome } from "../job/gate-outcome.ts";
import { acceptOrder } from "./accept.ts";
import type { StartHashes } from "./conditions.ts";
import { NOTHING_KNOWN } from "./tests-ran.ts";
import { verifyRepo } from "./verify.ts";

const VERIFY = { "scripts/verify.sh": "true\n" };
const verify = async (options: SceneOptions) => ran(orderScene(options), verifyRepo, "verify");
const accept = async (options: SceneOptions, start: StartHashes = new Map()) =>
  ran(
    orderScene(options),
    (job, at, ports) => acceptOrder(job, at, { start, known: NOTHING_KNOWN }, ports),
    "acceptance",
  );

type Gate = (job: OrderScene["job"], at: Round, ports: OrderScene["ports"]) => Promise<GateOutcome<unknown>>;
const ran = async (scene: OrderScene, gate: Gate, phase: "verify" | "acceptance") => ({
  outcome: await gate(scene.job, { attempt: 1, round: 1 }, scene.ports),
  result: scene.ports.ledger.artifacts.get(`attempt_1/${phase}_result.json`),
  commands: scene.ports.commands.ran.map(({ argv }) => argv.join(" ")),
  scene,
});

const written = (name: string, text: string): AcceptedChange => {
  const path = repoPath(name);
  if (path === null) throw new Error(name);
  return { kind: "write", path, content: utf8Bytes(text), baseSha256: SHA256_OF_NOTHING, executable: null };
};

const PYTHON_FILES = { "app.py": "" };
const COMPILE_ALL = "python -m compileall -q .";
const PYTEST = "python -m pytest -q";

describe("verification", () => {
  test("runs the repo's script, and stores its output under the run's names", async () => {
    const { outcome, result, scene } = await verify({
      files: VERIFY,
      commands: { "bash scripts/verify.sh": { durationMs: 12.4, printedBytes: 7, droppedBytes: 1 } },
    });
    expect(outcome).toMatchObject({ kind: "open", value: { verified: { red: [] } }, detail: null });
    expect(scene.ports.commands.ran).toEqual([
      {
        argv: ["bash", "scripts/verify.sh"],
        env: { CI: "true" },
        timeoutSeconds: 60,
        stdout: "attempt_1/verify_0_stdout.txt",
        stderr: "attempt_1/verify_0_stderr.txt",
      },
    ]);
    expect(result).toEqual({
      ok: true,
      reason: "the repo has scripts/verify.sh",
      exempt: false,
      commands: [
        {
          command: "bash scripts/verify.sh",
          argv: ["bash", "scripts/verify.sh"],
          ok: true,
          exit_code: 0,
          ending: "exited",
          signal: null,
          timed_out: false,
          remark: null,
          duration_ms: 12,
          printed_bytes: 7,
          dropped_bytes: 1,
          stdout_path: "attempt_1/verify_0_stdout.txt",
          stderr_path: "attempt_1/verify_0_stderr.txt",
          tests: null,
        },
      ],
    });
  });

  test("verifies the tree after the writes", async () => {
    const { commands } = await ran(
      orderScene(),
      (job, at, ports) =>
        verifyRepo(job, at, ports, {
          known: NOTHING_KNOWN,
          standing: new Map(),
          changes: [written("scripts/verify.sh", "true\n")],
        }),
      "verify",
    );
    expect(commands).toEqual(["bash scripts/verify.sh"]);
  });

  test.each([
    ["Makefile", "make test"],
    ["makefile", "make test"],
  ])("reads the %s", async (name, command) => {
    expect((await verify({ files: { [name]: "test:\n" } })).commands).toEqual([command]);
  });

  test("reads the package.json", async () => {
    const files = { "package.json": '{"scripts": {"test": "node --test"}}' };
    expect((await verify({ files })).commands).toEqual(["npm test"]);
  });

  test("runs the commands of a folder there, and says so", async () => {
    const files = { "api/go.mod": "", "web/package.json": '{"scripts": {"test": "x"}}' };
    const { outcome, scene, result } = await verify({
      files,
      commands: { "npm test": { exitCode: 1, stdoutTail: "1 failed" } },
    });
    expect(scene.ports.commands.ran.slice(0, 2)).toMatchObject([
      { argv: ["go", "test", "./..."], folder: "api" },
      { argv: ["npm", "test"], folder: "web" },
    ]);
    expect(outcome).toMatchObject({ kind: "shut", brief: { command: "npm test (in web/)" } });
    expect(result).toMatchObject({
      reason: "api: a Go module; web: package.json names a test script",
      commands: [{ command: "go test ./... (in api/)", folder: "api" }, { folder: "web" }],
    });
  });

  test("for an exempt order, checks only the files that it wrote", async () => {
    const order = { verify_exempt: true, allowed_files: ["scripts/verify.sh", "later.sh"] };
    const { commands } = await verify({ order, files: VERIFY });
    expect(commands).toEqual(["bash -n scripts/verify.sh"]);
  });

  test("stops at the first command that fails", async () => {
    const { outcome, commands, result } = await verify({
      files: PYTHON_FILES,
      commands: { [COMPILE_ALL]: { exitCode: 1, stdoutTail: "SyntaxError" } },
    });
    expect(outcome).toMatchObject({
      kind: "shut",
      brief: { stage: "verify_failed", command: COMPILE_ALL, exit_code: 1 },
    });
    expect(new Set(commands)).toEqual(new Set([COMPILE_ALL]));
    expect(result).toMatchObject({ ok: false, commands: [{ ok: false, exit_code: 1 }] });
  });

  test("passes if pytest collects no tests, and says so", async () => {
    const { outcome, result } = await verify({ files: PYTHON_FILES, commands: { [PYTEST]: { exitCode: 5 } } });
    expect(outcome).toMatchObject({ kind: "open", value: { verified: { red: [] } }, detail: "no test ran" });
    expect(result).toMatchObject({
      ok: true,
      commands: [{}, { ok: true, exit_code: 5, remark: "no test ran", tests: 0 }],
    });
  });

  test.each<[string, SceneOptions]>([
    ["another command", { files: PYTHON_FILES, commands: { [COMPILE_ALL]: { exitCode: 5 } } }],
    ["the repo's script", { files: VERIFY, commands: { "bash scripts/verify.sh": { exitCode: 5 } } }],
  ])("treats exit code 5 of %s as a failure", async (_, options) => {
    expect((await verify(options)).outcome).toMatchObject({ kind: "shut", brief: { exit_code: 5 } });
  });

  test.each<[string, SceneOptions, RegExp]>([
    [
      "reaches its limit",
      { commands: { [PYTEST]: { ending: "timed-out", exitCode: null } } },
      /^ended after its limit of 60 s/,
    ],
    [
      "is killed",
      { commands: { [PYTEST]: { ending: "killed", exitCode: null, signal: "SIGKILL" } } },
      /signal SIGKILL/,
    ],
    [
      "does not start",
      { commands: { [PYTEST]: { ending: "not-started", exitCode: null, startFault: "ENOENT" } } },
      /ENOENT/,
    ],
  ])("fails if a command %s", async (_, options, words) => {
    const { outcome, result } = await verify({ ...options, files: PYTHON_FILES });
    expect(outcome).toMatchObject({
      kind: "shut",
      brief: { exit_code: null, primary_error_excerpt: expect.stringMatching(words) },
    });
    const ending = options.commands?.[PYTEST];
    const timed_out = JSON.stringify(ending).includes("timed-out");
    expect(result).toMatchObject({
      commands: [{}, { ok: false, exit_code: null, timed_out, remark: expect.stringMatching(words) }],
    });
  });

  test("says if a tree names no command", async () => {
    const { outcome, result, commands } = await verify({ files: { "README.md": "" } });
    expect(commands).toEqual([]);
    expect(outcome).toMatchObject({ kind: "open", detail: "no command: the tree does not say how it is verified" });
    expect(result).toMatchObject({ ok: true, commands: [] });
  });

  test.each<[string, SceneOptions["files"], readonly string[]]>([
    ["only the syntax check in a Python tree", { ...PYTHON_FILES, ...VERIFY }, [COMPILE_ALL]],
    ["nothing elsewhere", VERIFY, []],
  ])("for an exempt order, runs %s", async (_, files, expected) => {
    const { commands, result } = await verify({ order: { verify_exempt: true }, files: files ?? {} });
    expect(commands).toEqual(expected);
    expect(result).toMatchObject({ ok: true, exempt: true });
  });
});

describe("acceptance", () => {
  const there = { "greet.js": "1\n" };

  test("runs the order's commands without a shell, one after the other", async () => {
    const acceptance_commands = ['node -e "a && b; $HOME"', "sh check.sh 'two words' *.js"];
    const { outcome, scene } = await accept({ files: there, order: { acceptance_commands } });
    expect(outcome.kind).toBe("open");
    expect(scene.ports.commands.ran.map(({ argv }) => argv)).toEqual([
      ["node", "-e", "a && b; $HOME"],
      ["sh", "check.sh", "two words", "*.js"],
    ]);
    expect(scene.ports.commands.ran[1]).toMatchObject({
      stdout: "attempt_1/acceptance_1_stdout.txt",
      stderr: "attempt_1/acceptance_1_stderr.txt",
    });
    expect(scene.ports.ledger.events).toContainEqual(
      expect.objectContaining({ type: "command_finished", phase: "acceptance", index: 1, ok: true, exit_code: 0 }),
    );
  });

  test("checks the postconditions first", async () => {
    const { outcome, commands, result } = await accept({});
    expect(outcome).toMatchObject({ kind: "shut", brief: { stage: "acceptance_failed", command: null } });
    expect(commands).toEqual([]);
    expect(result).toEqual({
      ok: false,
      unmet_postconditions: ["file_exists greet.js: there is no such file"],
      commands: [],
    });
  });

  test("fails at the first command that fails", async () => {
    const acceptance_commands = ["first", "second", "third"];
    const { outcome, commands } = await accept({
      files: there,
      order: { acceptance_commands },
      commands: { second: { exitCode: 2 } },
    });
    expect(outcome).toMatchObject({ brief: { stage: "acceptance_failed", command: "second", exit_code: 2 } });
    expect(commands).toEqual(["first", "second"]);
  });

  test("fails if a command cannot be split", async () => {
    const { outcome, result } = await accept({ files: there, order: { acceptance_commands: ["ok", 'echo "'] } });
    expect(outcome).toMatchObject({ brief: { primary_error_excerpt: 'echo ": No closing quotation' } });
    expect(result).toMatchObject({ ok: false });
  });
});
