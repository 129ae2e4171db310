import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, type Scene } from "../scene.ts";

/** A program that leaves a trace each time it runs. */
const canary = ({ root }: Scene): { readonly program: string; readonly sang: () => boolean } => {
  const program = join(root, "canary.sh");
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${root}/sang'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, sang: () => existsSync(join(root, "sang")) };
};

const HOOKS = [
  ...["applypatch-msg", "commit-msg", "post-checkout", "post-commit", "post-index-change", "post-merge", "pre-commit"],
  ...["pre-merge-commit", "pre-push", "prepare-commit-msg", "reference-transaction"],
];

test("runs no program that the repo's configuration names", async () => {
  const scene = createScene({ files: { "README.md": "# Target\n", ".gitattributes": "*.md filter=sing diff=sing\n" } });
  const { program, sang } = canary(scene);
  const remote = join(scene.root, "remote.git");
  scene.git("init", "-q", "--bare", remote);
  scene.git("remote", "add", "origin", remote);
  scene.git("checkout", "-q", "-b", "work");
  for (const [name, value] of [
    ...["core.fsmonitor", "core.editor", "core.pager", "core.sshCommand", "core.askPass", "core.gitProxy"].map(
      (key) => [key, program],
    ),
    ...["filter.sing.clean", "filter.sing.smudge", "diff.sing.command", "diff.sing.textconv", "diff.external"].map(
      (key) => [key, program],
    ),
    ...["gpg.program", "credential.helper", "remote.origin.receivepack", "sequence.editor", "gc.recentObjectsHook"].map(
      (key) => [key, program],
    ),
    ...["commit.gpgSign", "tag.gpgSign", "push.gpgSign", "filter.sing.required"].map((key) => [key, "true"]),
    ["core.hooksPath", join(scene.root, "hooks")],
    ["alias.status", `!${program}`],
  ]) {
    scene.git("config", name ?? "", value ?? "");
  }
  for (const folder of [join(scene.repo, ".git/hooks"), join(scene.root, "hooks")]) {
    mkdirSync(folder, { recursive: true });
    for (const hook of HOOKS)
      writeFileSync(join(folder, hook), `#!/bin/sh\nexec ${program} ${hook}\n`, { mode: 0o755 });
  }
  scene.git("status");
  expect(sang()).toBe(true);
  rmSync(join(scene.root, "sang"));
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code, stderr } = await scene.run(["--branch", "work", "--push"]);
  expect(stderr).toContain("pushed to origin");
  expect(code).toBe(0);
  expect(sang()).toBe(false);
  expect(scene.git("log", "-1", "--format=%s", "work")).toBe("WO-01: Greet by name");
});

test("variables that point git elsewhere are ignored", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: ["git rev-parse --show-toplevel", "test -s greet.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const elsewhere = join(scene.root, "elsewhere");
  const names = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"];
  const env = Object.fromEntries(names.map((name) => [name, elsewhere]));
  const { code } = await scene.run(["--branch", "work"], { env: { ...env, GIT_CEILING_DIRECTORIES: scene.root } });
  expect(code).toBe(0);
  expect(scene.git("show", "work:greet.js")).toBe("1");
  expect(existsSync(elsewhere)).toBe(false);
});
