import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJsonFile } from "../scene.ts";
import { eventsOf, runOf, tested } from "./baseline-scene.ts";

test("a resumed run excuses nothing on the word of a record from elsewhere", { tags: "bubblewrap" }, async () => {
  const scene = tested({ "a.fails": "" });
  scene.order({ allowed_files: ["b.fails"], acceptance_commands: ["true"] });
  scene.answers({ "WO-01/attempt-1": "no JSON" });
  await scene.run(["--branch", "work", "--max-attempts", "1"]);
  scene.answers({ "WO-01/attempt-2": scene.answer({ "b.fails": "" }) });
  const document = readFileSync(join(runOf(scene), "baseline_verification.json"), "utf8");
  const poisoned = document
    .replace(/"failures": \[\s*"a"/, '"failures": ["b", "a"')
    .replace(/"telling": \[/, '"telling": ["not ok - b",');
  expect(poisoned).not.toBe(document);
  writeFileSync(join(runOf(scene), "baseline_verification.json"), poisoned);
  // Without the key that marks them as ours, all runs count as somebody else's.
  rmSync(join(scene.root, "state"), { recursive: true });
  const resume = ["resume", "--artifacts-dir", scene.artifacts, "--max-attempts", "+1"];
  expect((await scene.llmch([...resume, "--repo", scene.repo])).code).toBe(1);
  expect(readJsonFile(runOf(scene), "attempt_2/failure_brief.json")).toMatchObject({
    stage: "verify_failed",
    primary_error_excerpt: "1 failing:\nb",
  });
  expect(eventsOf(runOf(scene), "baseline_verified")).toHaveLength(2);
});
