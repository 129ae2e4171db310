import { join } from "node:path";
import { readJsonFile, type Scene } from "@llmch/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { record, setUp } from "./carry-out.ts";
import { C } from "./repos/c.ts";
import { GO } from "./repos/go.ts";
import { NODE } from "./repos/node.ts";
import { PYTHON } from "./repos/python.ts";
import { RUST } from "./repos/rust.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

for (const existing of [NODE, PYTHON, GO, RUST, C])
  describe(`an existing ${existing.name} repo`, { tags: existing.needs }, () => {
    test("is planned for; its files are edited, deleted and renamed, checked by its own tests", async () => {
      const scene = setUp(existing);
      scenes.push(scene);
      const before = scene.checkout();
      record(scene, existing);
      const inputs = ["--spec", join(scene.root, "spec.txt"), "--repo", scene.repo, "--outdir", scene.orders];
      const places = ["--artifacts-dir", scene.artifacts, "--replay", scene.record, "--overwrite"];
      const planned = await scene.llmch(["plan", ...inputs, ...places]);
      expect([planned.code, planned.stderr]).toEqual([0, expect.anything()]);
      const ran = await scene.runAll(["--branch", "llmch/orders"]);
      expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, expect.stringContaining("PASS"), expect.anything()]);
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
