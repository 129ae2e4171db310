import { basename } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, removeScenes, writeFiles } from "../scene.ts";

afterAll(removeScenes);

test("a build whose order is out of attempts says at each place to give it more, and goes on with them", async () => {
  const scene = createScene();
  writeFiles(scene.root, { "spec.txt": "Build a small program.\n" });
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])),
    "WO-01/attempt-1": "no proposal",
    "WO-01/attempt-2": scene.answer({ "src/part-1.js": "console.log(1);\n" }),
  });
  const place = ["--artifacts-dir", scene.artifacts];
  const asked = ["build", "spec.txt", "--repo", "repo", ...place, "--replay", scene.record, "--max-attempts", "1"];
  const failed = await scene.llmch(asked);
  expect(failed.code, failed.stderr).toBe(1);
  const id = basename(scene.runs("build")[0] ?? "");
  const next = `llmch resume ${id} ${place.join(" ")} --max-attempts +2`;
  expect(failed.stderr).toContain(`\n  ${next}\n`);
  const again = await scene.llmch(["resume", id, ...place]);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`give it more: \`${next}\``);
  expect(again.stderr).toContain(`\n  ${next}\n`);
  expect((await scene.llmch(["build", id, "--status", ...place])).stdout).toContain(next);
  expect((await scene.llmch(["show", id, ...place])).stdout).toContain(next);

  const done = await scene.llmch(["resume", id, ...place, "--max-attempts", "+2"]);
  expect(done.code, done.stderr).toBe(0);
  expect(done.stderr).toMatch(/ {2}window 1 {2}PASS, exit 0/);
});
