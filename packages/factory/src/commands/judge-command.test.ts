import type { BaselineVerification } from "@llmch/contract";
import { type OrderScene, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import { carryOut } from "../order.ts";

const CHECK = "bash scripts/verify.sh";
const VERIFIED = { "scripts/verify.sh": "true\n" };
const ACCEPT = "node greet.js";
const PROPOSED = "export const greet = 1;\n";

/** A scene in which a command changes files whenever it runs, or only in some of its runs. */
const changing = (
  command: string,
  changes: Readonly<Record<string, string>>,
  { runs = Number.POSITIVE_INFINITY, ...options }: SceneOptions & { readonly runs?: number } = {},
): OrderScene => {
  let left = runs;
  const scene: OrderScene = orderScene({
    ...options,
    files: { ...VERIFIED, ...options.files },
    maxAttempts: 1,
    order: { acceptance_commands: [ACCEPT] },
    commands: {
      ...options.commands,
      [command]: () => {
        if (left-- > 0) for (const [path, text] of Object.entries(changes)) scene.ports.workspace.put(path, text);
        return {};
      },
    },
  });
  return scene;
};

const ranIn = (scene: OrderScene) => scene.ports.commands.ran.map(({ argv }) => argv.join(" "));

describe("a command that judges work", () => {
  test.each([
    ["verifies", CHECK, "verify_failed"],
    ["accepts", ACCEPT, "acceptance_failed"],
  ])("fails it if it %s other files than those of the work, twice", async (_, command, stage) => {
    const scene = changing(command, { "greet.js": "mended\n", "kept.js": "x" });
    const outcome = await carryOut(scene.job, scene.ports);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage, command } });
    if (outcome.kind !== "failed") throw new Error(outcome.kind);
    expect(outcome.brief.primary_error_excerpt).toContain(`\`${command}\` changed greet.js`);
    expect(ranIn(scene).filter((each) => each === command)).toHaveLength(2);
  });

  test("counts by its second run if it changed the work only once", async () => {
    const scene = changing(CHECK, { "greet.js": "mended\n" }, { runs: 1 });
    expect(await carryOut(scene.job, scene.ports)).toMatchObject({
      kind: "candidate",
      candidate: { drift: [] },
    });
    expect(ranIn(scene)).toEqual([CHECK, CHECK, ACCEPT]);
    expect(scene.ports.workspace.files.get("greet.js")).toBe(PROPOSED);
    expect(scene.ports.ledger.artifacts.get("attempt_1/verify_result.json")).toMatchObject({
      commands: [{ altered: ["greet.js"], again: { ok: true } }],
    });
  });

  test("may change the work if it is one of verify.fix, and its changes are put back", async () => {
    const scene = changing(CHECK, { "greet.js": "mended\n" });
    const job = { ...scene.job, fixes: [{ command: CHECK, files: ["*.none"] }] };
    expect(await carryOut(job, scene.ports)).toMatchObject({ kind: "candidate" });
    expect(scene.ports.workspace.files.get("greet.js")).toBe(PROPOSED);
  });

  test("leaves nothing to the next one, and what else it changed is named", async () => {
    const scene = changing(CHECK, { "kept.js": "changed", "stray.txt": "new" }, { files: { "kept.js": "kept" } });
    expect(await carryOut(scene.job, scene.ports)).toMatchObject({
      kind: "candidate",
      candidate: { drift: ["kept.js", "stray.txt"] },
    });
    expect(ranIn(scene)).toEqual([CHECK, ACCEPT]);
    expect([...scene.ports.workspace.files.keys()].sort()).toEqual(["greet.js", "kept.js", "scripts/verify.sh"]);
    expect(scene.ports.workspace.files.get("kept.js")).toBe("kept");
  });
});

describe("a command that changes tests or what configures them", () => {
  const TEST = "tests/test_greet.py";
  const files = {
    [TEST]: "assert greet",
    "tests/conftest.py": "",
    "tests/__snapshots__/a.snap": "1",
    "kept.js": "kept",
  };

  test.each([
    ["verifies", "a test", CHECK, "verify_failed", TEST],
    ["accepts", "a test", ACCEPT, "acceptance_failed", TEST],
    ["verifies", "what configures them", CHECK, "verify_failed", "tests/conftest.py"],
    ["verifies", "new configuration beside them", CHECK, "verify_failed", "tests/pytest.ini"],
  ])("fails the work that it %s if it does so twice: %s", async (_, __, command, stage, path) => {
    const scene = changing(command, { [path]: "pass" }, { files });
    const outcome = await carryOut(scene.job, scene.ports);
    expect(outcome).toMatchObject({ kind: "failed", brief: { stage, command } });
    if (outcome.kind !== "failed") throw new Error(outcome.kind);
    expect(outcome.brief.primary_error_excerpt).toContain(`\`${command}\` changed ${path}, and did so again`);
    expect(ranIn(scene).filter((each) => each === command)).toHaveLength(2);
  });

  test("counts by its second run, with them put back, if it did so only once", async () => {
    const scene = changing(CHECK, { [TEST]: "pass" }, { files, runs: 1 });
    expect(await carryOut(scene.job, scene.ports)).toMatchObject({ kind: "candidate", candidate: { drift: [TEST] } });
    expect(ranIn(scene)).toEqual([CHECK, CHECK, ACCEPT]);
    expect(scene.ports.workspace.files.get(TEST)).toBe(files[TEST]);
  });

  test("does not pass as flaky", async () => {
    let runs = 0;
    const scene: OrderScene = orderScene({
      ...{ files: { ...VERIFIED, ...files }, maxAttempts: 1, order: { acceptance_commands: [ACCEPT] } },
      commands: {
        [CHECK]: () => {
          if (runs++ === 0) return { exitCode: 1 };
          scene.ports.workspace.put(TEST, "pass");
          return {};
        },
      },
    });
    expect(await carryOut(scene.job, scene.ports)).toMatchObject({ kind: "failed", brief: { stage: "verify_failed" } });
    expect(runs).toBe(2);
  });

  test.each([
    ["it is one of verify.fix", TEST, [{ command: CHECK, files: ["*.none"] }], 2],
    ["they are snapshots", "tests/__snapshots__/a.snap", [], 1],
    ["it is a new project's", "tests/made/conftest.py", [], 1],
    ["it is a new test", "tests/test_made.py", [], 1],
  ])("passes if %s", async (_, path, fixes, runs) => {
    const scene = changing(CHECK, { [path]: "pass" }, { files });
    expect(await carryOut({ ...scene.job, fixes }, scene.ports)).toMatchObject({
      kind: "candidate",
      candidate: { drift: [path] },
    });
    expect(ranIn(scene).filter((each) => each === CHECK)).toHaveLength(runs);
  });

  test.each([
    ["verifies", CHECK],
    ["accepts", ACCEPT],
  ])("passes if it %s, and did so before the order too; what is known of that goes on", async (_, command) => {
    const scene = changing(command, { [TEST]: "made" }, { files });
    const kept: BaselineVerification[] = [];
    const baseline = async () => ({
      tree: "tree-0",
      recall: async () => null,
      keep: async (_commands: unknown, verification: BaselineVerification) => void kept.push(verification),
    });
    const job = { ...scene.job, baseline, triesAcceptance: { strict: false } };
    const outcome = await carryOut(job, scene.ports);
    expect(outcome).toMatchObject({ kind: "candidate", candidate: { drift: [TEST] } });
    expect(ranIn(scene)).toEqual([CHECK, ACCEPT, CHECK, ACCEPT]);
    const told = [
      kept[0]?.changed_tests,
      outcome.kind === "candidate" ? outcome.candidate.verified?.changedTests : null,
      scene.ports.ledger.events.flatMap((event) => (event.type === "acceptance_tried" ? [event.changed_tests] : []))[0],
    ];
    expect(told).toEqual(command === CHECK ? [[TEST], [TEST], undefined] : [undefined, [TEST], [TEST]]);
  });
});

test.each([
  ["tests", "pytest\n", [CHECK, "put back", ACCEPT]],
  ["installs", "pip install .\npytest\n", ["put back", CHECK, "accept", "put back", ACCEPT]],
])("what was brought is put back before acceptance, after a script that %s", async (_, script, expected) => {
  const did: string[] = [];
  const noted = (what: string) => () => {
    did.push(what);
    return {};
  };
  const scene = orderScene({
    files: { "scripts/verify.sh": script },
    order: { acceptance_commands: [ACCEPT] },
    commands: { [CHECK]: noted(CHECK), [ACCEPT]: noted(ACCEPT) },
  });
  const workspace = {
    ...scene.ports.workspace,
    putBackBrought: async () => {
      noted("put back")();
      return ["node_modules/left/index.js"];
    },
    acceptBrought: async () => void noted("accept")(),
  };
  expect(await carryOut(scene.job, { ...scene.ports, workspace })).toMatchObject({
    kind: "candidate",
    candidate: { drift: ["node_modules/left/index.js"] },
  });
  expect(did).toEqual(expected);
});
