import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createScene, removeScenes } from "../scene.ts";
import { isAskedAgainAfter, live, runOf, STAND_IN, sceneWith } from "./executor-scene.ts";

afterAll(removeScenes);

test("SIGKILL while an agent works leaves nothing behind, as the sandbox ends with llmch", { tags: "bubblewrap" }, () =>
  isAskedAgainAfter("SIGKILL"),
);

/** Three orders for an agent that counts its runs in a file of its home, which it replaces by renaming another over it. */
const counting = () => {
  const scene = sceneWith("counts", { files: ["~/.mine.json"] });
  for (const id of ["WO-01", "WO-02", "WO-03"])
    scene.order({ id, allowed_files: [`${id}.js`], acceptance_commands: [`test -s ${id}.js`], postconditions: [] });
  const file = join(scene.root, ".mine.json");
  writeFileSync(file, '{"runs":0}', { mode: 0o600 });
  return { scene, file, env: { HOME: scene.root } };
};

test("a file of an agent's home is replaced by a rename, by one agent at a time", { tags: "bubblewrap" }, async () => {
  const { scene, file, env } = counting();
  const places = [scene.orders, "--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  expect((await scene.llmch(["run-all", ...places, "--jobs", "3"], { env })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe('{"runs":3}');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(scene.root).filter((name) => name.startsWith(".mine"))).toEqual([".mine.json"]);
  expect(scene.leftovers()).toEqual([]);
});

test("what an agent made of such a file is dropped if the file has changed meanwhile, and that is said", {
  tags: "bubblewrap",
}, async () => {
  const { scene, file, env } = counting();
  const own = dirname(scene.agent);
  writeFileSync(join(own, "hold"), "");
  let isChanged = false;
  const { code, stderr } = await live(scene, [], env, {
    onOutput: async (stderr) => {
      if (isChanged || !stderr.includes("asking the model")) return;
      isChanged = true;
      await expect.poll(() => scene.prompts()).not.toBe("");
      writeFileSync(file, '{"runs":7}');
      writeFileSync(join(own, "go"), "");
    },
  });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(`${file} has changed while`) });
  expect(readFileSync(file, "utf8")).toBe('{"runs":7}');
});

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
