import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile, type Scene } from "@llmch/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { record, setUp } from "./carry-out.ts";
import type { ExistingRepo } from "./existing-repo.ts";
import { C } from "./repos/c.ts";
import { GO } from "./repos/go.ts";
import { NODE } from "./repos/node.ts";
import { PYTHON } from "./repos/python.ts";
import { RUST } from "./repos/rust.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const carryOut = async (existing: ExistingRepo) => {
  const scene = setUp(existing);
  scenes.push(scene);
  const before = scene.checkout();
  record(scene, existing);
  const plan = ["plan", "--spec", join(scene.root, "spec.txt"), "--repo", scene.repo, "--outdir", scene.orders];
  const planned = await scene.llmch([
    ...plan,
    "--artifacts-dir",
    scene.artifacts,
    "--replay",
    scene.record,
    "--overwrite",
  ]);
  expect([planned.code, planned.stderr]).toEqual([0, expect.anything()]);
  const ran = await scene.runAll(["--branch", "llmch/orders"]);
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, expect.stringContaining("PASS"), expect.anything()]);
  return { scene, before };
};

for (const existing of [NODE, PYTHON, GO, RUST, C])
  describe(`an existing ${existing.name} repo`, { tags: existing.needs }, () => {
    test("is planned for; its files are edited, deleted and renamed, checked by its own tests", async () => {
      const { scene, before } = await carryOut(existing);
      const standing = (path: string): string | null => {
        const listed = scene.git("ls-tree", "--name-only", "llmch/orders", path);
        return listed === "" ? null : `${scene.git("show", `llmch/orders:${path}`)}\n`;
      };
      const wanted = Object.keys(existing.expected);
      expect(Object.fromEntries(wanted.map((path) => [path, standing(path)]))).toEqual(existing.expected);
      expect(scene.git("log", "--format=%s", "--reverse", "work..llmch/orders").split("\n")).toEqual(
        existing.orders.map(({ order }, index) => `WO-0${index + 1}: ${order.title}`),
      );
      expect(scene.git("show", "--name-status", "--find-renames=40%", "--format=", "llmch/orders")).toMatch(/^R\d+\t/m);

      const [first = ""] = scene.runs();
      const result = readJsonFile(first, "attempt_1/verify_result.json");
      expect(result).toMatchObject({ ok: existing.wrong === undefined, commands: [{ command: existing.verifiedBy }] });

      // The branch is new; everything else of the user's is unchanged: files with their modes, index, configuration.
      const { refs, ...after } = scene.checkout();
      const { refs: earlier, ...standingBefore } = before;
      expect(after).toEqual(standingBefore);
      expect(String(refs).split("\n")).toEqual(expect.arrayContaining(String(earlier).split("\n")));
      expect(scene.leftovers()).toEqual([]);
    });
  });

test("an order that the repo's own tests refuse gets no commit", async () => {
  const scene = setUp(NODE);
  scenes.push(scene);
  record(scene, { ...NODE, orders: [{ ...NODE.orders[0], writes: NODE.wrong ?? [] }, NODE.orders[1], NODE.orders[2]] });
  const plan = ["plan", "--spec", join(scene.root, "spec.txt"), "--repo", scene.repo, "--outdir", scene.orders];
  await scene.llmch([...plan, "--artifacts-dir", scene.artifacts, "--replay", scene.record, "--overwrite"]);
  const ran = await scene.runAll(["--branch", "llmch/orders", "--max-attempts", "2"]);
  expect(ran.code).toBe(1);
  expect(scene.git("branch", "--list", "llmch/orders")).toBe("");
  expect(readdirSync(join(scene.repo, "node_modules"))).toEqual([".package-lock.json", "pad"]);
  expect(existsSync(join(scene.repo, "src/legacy.js"))).toBe(true);
});
