import type { RepoPath } from "@llmch/contract";
import { answerOf, type MemoryFile, type OrderScene, orderScene, type SceneOptions } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import { describe, expect, test } from "vitest";
import type { Ports } from "../job/ports.ts";
import { carryOut } from "../order.ts";

const LOCK = "package-lock.json";
const INSTALL = "npm install --package-lock-only";
const FILES = { [LOCK]: "lock 1\n", "scripts/verify.sh": "true\n", "greet.js": "old\n", "kept.js": "kept\n" };
const PROPOSED = answerOf({ "greet.js": "export const greet = 1;\n" }, FILES);

interface Deriving extends SceneOptions {
  /** The files that the command leaves, by path. */
  readonly makes?: Readonly<Record<string, MemoryFile>>;
  readonly files?: Readonly<Record<string, MemoryFile>>;
  readonly ending?: { readonly exitCode: number; readonly stderrTail?: string };
  readonly named?: readonly string[];
}

const deriving = ({ makes = {}, ending = { exitCode: 0 }, named = [LOCK], ...options }: Deriving = {}): OrderScene => {
  const scene: OrderScene = orderScene({
    files: FILES,
    maxAttempts: 1,
    replies: [PROPOSED],
    ...options,
    order: { derive: [{ command: INSTALL, files: [...named] }], ...options.order },
    commands: {
      [INSTALL]: () => {
        for (const [path, file] of Object.entries(makes)) scene.ports.workspace.put(path, file);
        return ending;
      },
    },
  });
  return scene;
};

const carry = (scene: OrderScene, more: Partial<Ports> = {}) => carryOut(scene.job, { ...scene.ports, ...more });
const sealed = ({ ports }: OrderScene) =>
  Object.fromEntries(
    (ports.workspace.sealed[0]?.changes ?? []).map((change) => [
      change.path,
      change.kind === "write" ? Buffer.from(change.content).toString() : null,
    ]),
  );
const resultOf = ({ ports }: OrderScene) => ports.ledger.artifacts.get("attempt_1/derive_result.json");

test("a command's files join the candidate before the verification, with a record of them", async () => {
  const scene = deriving({ makes: { [LOCK]: "lock 2\n" } });
  expect(await carry(scene)).toMatchObject({
    kind: "candidate",
    candidate: { derived: [LOCK], drift: [] },
  });
  expect(sealed(scene)).toEqual({ "greet.js": "export const greet = 1;\n", [LOCK]: "lock 2\n" });
  const { commands, ledger } = scene.ports;
  expect(commands.ran.map(({ argv }) => argv.join(" "))).toEqual([
    INSTALL,
    "bash scripts/verify.sh",
    "node --check greet.js",
  ]);
  expect(commands.ran[0]).toMatchObject({ asSetup: true, timeoutSeconds: 60, stdout: "attempt_1/derive_0_stdout.txt" });
  expect(commands.ran[1]).not.toHaveProperty("asSetup");
  expect(ledger.artifacts.get(`attempt_1/derived/${LOCK}`)).toBe("lock 2\n");
  expect(resultOf(scene)).toMatchObject({
    ok: true,
    source: "run",
    files: [{ path: LOCK, changed: true, sha256: sha256Hex("lock 2\n"), executable: false }],
    drift: [],
    derive: [{ command: INSTALL, files: [LOCK] }],
    commands: [{ command: INSTALL, ok: true }],
  });
  const step = ledger.events.find((event) => event.type === "step_finished" && event.step === "derive");
  expect(step).toMatchObject({ ok: true, detail: `made ${LOCK}` });
});

test("a command's other changes are undone before the verification, and reported as drift", async () => {
  const makes = { [LOCK]: "lock 2\n", "kept.js": "spoilt", "stray.txt": "new", "greet.js": "spoilt too" };
  const scene = deriving({ makes });
  expect(await carry(scene)).toMatchObject({
    kind: "candidate",
    candidate: { drift: ["greet.js", "kept.js", "stray.txt"] },
  });
  expect(Object.keys(sealed(scene))).toEqual(["greet.js", LOCK]);
  expect(resultOf(scene)).toMatchObject({ drift: ["greet.js", "kept.js", "stray.txt"] });
  const { files } = scene.ports.workspace;
  expect([files.get("kept.js"), files.has("stray.txt"), files.get("greet.js")]).toEqual([
    "kept\n",
    false,
    "export const greet = 1;\n",
  ]);
});

test("an unchanged file is not a change, and its step says so", async () => {
  const scene = deriving();
  expect(await carry(scene)).toMatchObject({ kind: "candidate", candidate: { derived: [] } });
  expect(Object.keys(sealed(scene))).toEqual(["greet.js"]);
  expect(resultOf(scene)).toMatchObject({ ok: true, files: [{ path: LOCK, changed: false }] });
});

test("the command's bytes win over those of a proposal that writes the same file", async () => {
  const order = { allowed_files: ["greet.js", LOCK], postconditions: [] };
  const scene = deriving({
    order,
    replies: [answerOf({ "greet.js": "1\n", [LOCK]: "the model's\n" }, FILES)],
    makes: { [LOCK]: "the tool's\n" },
  });
  expect(await carry(scene)).toMatchObject({ kind: "candidate" });
  expect(sealed(scene)).toEqual({ "greet.js": "1\n", [LOCK]: "the tool's\n" });
  const other = deriving({ replies: [answerOf({ "greet.js": "1\n", [LOCK]: "the model's\n" }, FILES)] });
  expect(await carry(other)).toMatchObject({ kind: "failed", brief: { stage: "write_scope_violation" } });
});

describe("an attempt fails", () => {
  const failures: readonly (readonly [string, Deriving, string, RegExp])[] = [
    [
      "by a command that fails",
      { ending: { exitCode: 1, stderrTail: "ENOTFOUND left-pad" } },
      "verify_failed",
      /left-pad/,
    ],
    [
      "by a file that is not made",
      { named: ["api.json"] },
      "verify_failed",
      /^api\.json: `npm install.*left no such file/,
    ],
    ["by a link in its place", { makes: { [LOCK]: { blocked: "a symbolic link" } } }, "write_scope_violation", /link/],
    ["by a path outside", { named: ["../x"] }, "write_scope_violation", /"\.\.\/x": the path/],
    ["by git's own files", { named: [".git/config"] }, "write_scope_violation", /\.git/],
    ["by submodules", { named: [".gitmodules"] }, "write_scope_violation", /never written/],
    ["by a spelling that is taken", { named: ["Kept.js"] }, "write_scope_violation", /differs from kept\.js only/],
    ["by two spellings", { named: ["a.txt", "A.txt"] }, "write_scope_violation", /only in how it is spelled/],
    ["by a folder that is a file", { named: ["x", "x/y"] }, "write_scope_violation", /makes x a file/],
    [
      "by a secret",
      { makes: { [LOCK]: "key sk-canary-1234" }, secrets: ["sk-canary-1234"] },
      "verify_failed",
      /secret/,
    ],
    ["by size", { makes: { [LOCK]: "x".repeat(10 * 1024 * 1024 + 1) } }, "verify_failed", /10485761 bytes/],
    [
      "by a command that cannot be split",
      { order: { derive: [{ command: "a 'b", files: [LOCK] }] } },
      "verify_failed",
      /a 'b/,
    ],
  ];
  test.each(failures)("%s", async (_, options, stage, excerpt) => {
    const scene = deriving(options);
    const outcome = await carry(scene);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage } });
    expect(outcome.kind === "failed" && outcome.brief.primary_error_excerpt).toMatch(excerpt);
    expect(resultOf(scene)).toMatchObject({ ok: false });
    expect(JSON.stringify([...scene.ports.ledger.artifacts])).not.toContain("sk-canary-1234");
    expect(scene.ports.workspace.files.get(LOCK)).toBe("lock 1\n");
  });

  test("and the next one sees the command's output, and that it must not write the file", async () => {
    const scene = deriving({
      maxAttempts: 2,
      replies: [PROPOSED, PROPOSED],
      ending: { exitCode: 1, stderrTail: "ENOTFOUND left-pad" },
    });
    await carry(scene);
    const [first, second] = scene.ports.model.requests.map(({ messages }) => JSON.stringify(messages));
    for (const prompt of [first, second]) expect(prompt).toContain('\\"package-lock.json\\", by \\"npm install');
    expect(first).not.toContain("ENOTFOUND");
    expect(second).toContain("ENOTFOUND left-pad");
  });
});

test("a replay takes the files from its record, and runs the command if the record does not know it", async () => {
  const file = { path: LOCK as RepoPath, content: Buffer.from("recorded\n"), executable: false };
  const recordedDerived =
    (known: string) =>
    async (order: string, { attempt }: { readonly attempt: number }) => ({
      filesOf: ({ command }: { readonly command: string }) =>
        command === known && order === "WO-01" && attempt === 1 ? [file] : null,
    });
  const scene = deriving({ makes: { [LOCK]: "another\n" } });
  await carry(scene, { recordedDerived: recordedDerived(INSTALL) });
  expect(sealed(scene)).toMatchObject({ [LOCK]: "recorded\n" });
  expect(scene.ports.commands.ran.map(({ argv }) => argv[0])).not.toContain("npm");
  expect(resultOf(scene)).toMatchObject({ ok: true, source: "record", commands: [] });
  const other = deriving({ makes: { [LOCK]: "another\n" } });
  await carry(other, { recordedDerived: recordedDerived("npm ci") });
  expect(sealed(other)).toMatchObject({ [LOCK]: "another\n" });
});

describe("a command of the repo's settings", () => {
  const repoDerives = (when: readonly string[]) => [{ command: INSTALL, files: [LOCK], when }];
  test.each<[readonly string[], boolean]>([
    [[], true],
    [["*.js"], true],
    [["package.json", "greet.js"], true],
    [["package.json"], false],
  ])("with the patterns %j runs: %s", async (when, expected) => {
    const scene = deriving({ order: { derive: undefined }, makes: { [LOCK]: "lock 2\n" } });
    const outcome = await carryOut({ ...scene.job, repoDerives: repoDerives(when) }, scene.ports);
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { derived: expected ? [LOCK] : [] } });
    expect(resultOf(scene) !== undefined).toBe(expected);
  });

  test("that the order names too runs once", async () => {
    const scene = deriving({ makes: { [LOCK]: "lock 2\n" } });
    await carryOut({ ...scene.job, repoDerives: repoDerives([]) }, scene.ports);
    expect(scene.ports.commands.ran.filter(({ argv }) => argv[0] === "npm")).toHaveLength(1);
  });
});
