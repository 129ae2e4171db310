import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createScene, removeScenes } from "../scene.ts";
import { isAskedAgainAfter, live, runOf, STAND_IN } from "./executor-scene.ts";

afterAll(removeScenes);

test("SIGKILL while an agent works leaves nothing behind, as the sandbox ends with llmch", { tags: "bubblewrap" }, () =>
  isAskedAgainAfter("SIGKILL"),
);

test("codex leaves its own sandbox where ours confines it", { tags: "bubblewrap" }, async () => {
  const scene = createScene();
  scene.order({ postconditions: [] });
  const bin = join(scene.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "codex"), STAND_IN, { mode: 0o755 });
  expect((await live(scene, ["--executor", "codex"], { PATH: `${bin}:${process.env.PATH}` })).code).toBe(0);
  const said = readFileSync(join(runOf(scene), "attempt_1/executor_stderr.txt"), "utf8");
  expect(said).toContain("codex exec --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check");
});
