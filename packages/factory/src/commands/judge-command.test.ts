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
