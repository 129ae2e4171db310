import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, type Scene, writeFiles } from "../scene.ts";

const PATH = process.env.PATH ?? "";

/** A Python repo whose own programs, first on the PATH, record where they ran. */
const sceneWithTraps = (): { readonly scene: Scene; readonly env: Record<string, string>; traces(): string } => {
  const files = { ".gitignore": ".venv/\nbin/\n", "app.py": "x = 1\n", "tests/test_app.py": "def test(): pass\n" };
  const scene = createScene({ files });
  const traces = join(scene.root, "traces");
  const names = ["bin/git", "bin/bwrap", "bin/cp", "bin/python", "bin/python3", ".venv/bin/python"];
  writeFiles(scene.repo, {
    ...Object.fromEntries(names.map((name) => [name, `#!/bin/sh\necho ${name} >> '${traces}'\n`])),
    ".venv/lib/python3.12/site-packages/pytest/__init__.py": "",
    ".venv/lib/python3.12/site-packages/pip/__init__.py": "",
  });
  for (const name of names) chmodSync(join(scene.repo, name), 0o755);
  scene.order({ acceptance_commands: ["test -s greet.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const env = { PATH: `${join(scene.repo, ".venv/bin")}:${join(scene.repo, "bin")}:${PATH}` };
  return { scene, env, traces: () => (existsSync(traces) ? readFileSync(traces, "utf8") : "") };
};

test.each([
  ["doctor", (scene: Scene) => ["doctor", scene.orders, "--repo", scene.repo, "--offline"]],
  ["check", (scene: Scene) => ["check", scene.orders, "--repo", scene.repo]],
  ["show", (scene: Scene) => ["show", "--artifacts-dir", scene.artifacts]],
  ["runs", (scene: Scene) => ["runs", "--artifacts-dir", scene.artifacts]],
] as const)("llmch %s starts none of the repo's programs, wherever they are on the PATH", async (_, argv) => {
  const { scene, env, traces } = sceneWithTraps();
  const { stdout } = await scene.llmch(argv(scene), { env, cwd: scene.repo });
  expect(traces()).toBe("");
  expect(stdout).not.toContain("git is not on the PATH");
});

test("a run starts nothing of the repo's outside of the sandbox", { tags: "bubblewrap" }, async () => {
  const { scene, env, traces } = sceneWithTraps();
  const { stderr } = await scene.run(["--branch", "work", "--require-sandbox"], { env });
  expect(stderr).toMatch(/commands: sandboxed \(bubblewrap\)$/m);
  expect(traces()).toBe("");
});
