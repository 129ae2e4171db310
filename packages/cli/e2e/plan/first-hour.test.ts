import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, UNISOLATED } from "../scene.ts";
import { samplePlan } from "./sample-plan.ts";

test("inside a repo, init, plan, check and run-all follow one another as they are typed", async () => {
  const scene = createScene({ files: { ".gitignore": "dist/\n", "lib/there.js": "1\n" }, own: UNISOLATED });
  writeFileSync(join(scene.repo, "spec.txt"), "Build a small program in two parts.\n");
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan()),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  const type = (line: string) => scene.llmch(line.split(" "), { cwd: scene.repo });
  const replay = `--replay ${scene.record}`;
  for (const line of ["init --yes", `plan spec.txt --outdir wo ${replay}`, "check wo", `run-all wo ${replay}`])
    expect({ line, ...(await type(line)) }).toMatchObject({ line, code: 0 });
  expect(scene.git("status", "--porcelain").split("\n")).toEqual(["?? llmch.config.json", "?? spec.txt"]);
});
