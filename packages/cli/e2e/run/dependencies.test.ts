import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, type Scene, writeFiles } from "../scene.ts";

test.concurrent("shows node_modules to commands, with the workspace's own packages from the worktree", async () => {
  const scene = createScene({
    files: {
      ".gitignore": "node_modules/\n",
      "package.json": '{"private": true, "scripts": {"test": "node check.js"}}',
      "check.js":
        "if (require('mine') !== 2 || require('left') !== 'left' || require('@my/scoped') !== 2) process.exit(1);\n",
      "packages/mine/index.js": "module.exports = 1;\n",
      "packages/mine/package.json": '{"name": "mine"}',
      "app/check.js": "console.log(require('deep'));\n",
    },
  });
  writeFiles(scene.repo, {
    "node_modules/left/index.js": "module.exports = 'left';\n",
    "node_modules/.bin/left-tool": "#!/bin/sh\necho left-tool\n",
    "node_modules/@my/other/index.js": "",
    "app/node_modules/deep/index.js": "module.exports = 'deep';\n",
  });
  chmodSync(join(scene.repo, "node_modules/.bin/left-tool"), 0o755);
  symlinkSync("../packages/mine", join(scene.repo, "node_modules/mine"));
  symlinkSync("../../packages/mine", join(scene.repo, "node_modules/@my/scoped"));
  scene.order({
    allowed_files: ["packages/mine/index.js"],
    acceptance_commands: ["node check.js", "node app/check.js", "node_modules/.bin/left-tool", "npm test --silent"],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "packages/mine/index.js": "module.exports = 2;\n" }) });
  const standing = scene.checkout();
  const { code, stderr } = await scene.run(["--branch", "work"]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining("drift") });
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("packages/mine/index.js");
  expect({ ...scene.checkout(), refs: "" }).toEqual({ ...standing, refs: "" });
});

test.concurrent("keeps the dependency folders from attempt to attempt and from order to order", async () => {
  const scene = createScene({ files: { ".gitignore": "node_modules\n" } });
  writeFiles(scene.repo, { "node_modules/left/index.js": "module.exports = 'left';\n" });
  const order = { acceptance_commands: ["node greet.js", `sh -c "rm -rf node_modules/left; touch node_modules/new"`] };
  scene.order(order);
  scene.order({ ...order, id: "WO-02", allowed_files: ["second.js"], acceptance_commands: ["node second.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "require('right');\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "require('left');\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "require('left'); require('./greet.js');\n" }),
  });
  const { code } = await scene.runAll(["--branch", "work"]);
  expect(code).toBe(0);
  expect(readFileSync(join(scene.repo, "node_modules/left/index.js"), "utf8")).toContain("left");
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("greet.js\nsecond.js");
});

test.concurrent("judges by the dependencies and files that were brought, whatever the tests did to them", async () => {
  const scene = createScene({
    files: {
      ".gitignore": "node_modules/\n.env\n",
      "llmch.config.json": JSON.stringify({ setup: { copy: [".env"] } }),
      "package.json": '{"private": true, "scripts": {"test": "node check.js"}}',
      "check.js": `const { mkdirSync, writeFileSync } = require('fs');
writeFileSync('node_modules/left/index.js', "module.exports = () => 'real';");
writeFileSync('.env', 'A=1');
mkdirSync('node_modules/.cache', { recursive: true });
writeFileSync('node_modules/.cache/built', '');
`,
    },
  });
  writeFiles(scene.repo, { "node_modules/left/index.js": "module.exports = (it) => it;\n", ".env": "A=2" });
  const program = "if (require('left')(require('./greet.js')) !== 'real') throw new Error('wrong')";
  const command = `node -e "${program}; require('assert').equal(require('fs').readFileSync('.env', 'utf8'), 'A=2')"`;
  scene.order({ acceptance_commands: ["test -e node_modules/.cache/built", { command, hidden: true }] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "module.exports = 'nothing';\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "module.exports = 'real';\n" }),
  });
  expect(await scene.run(["--branch", "work"])).toMatchObject({ code: 0 });
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({ stage: "acceptance_failed", command });
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    attempts: [{ repo_drift: [] }, { repo_drift: [".env", "node_modules/left/index.js"] }],
  });
});

/** A virtual environment whose editable install points to the user's checkout. */
const addVirtualEnvironment = (scene: Scene, python: string): void => {
  writeFiles(scene.repo, {
    ".venv/pyvenv.cfg": "home = /usr/bin\n",
    ".venv/bin/python": `#!/bin/sh\nPYTHONPATH="$PYTHONPATH:${scene.repo}/src" exec '${python}' "$@"\n`,
    ".venv/bin/app": "#!/bin/sh\nexec python -c 'import app; print(app.WHERE)'\n",
  });
  for (const name of ["python", "app"]) chmodSync(join(scene.repo, ".venv/bin", name), 0o755);
};

test.concurrent("imports the repo's own modules from the worktree, though .venv points to the checkout", async () => {
  const scene = createScene({ files: { ".gitignore": ".venv/\n", "src/app.py": "WHERE = 'checkout'\n" } });
  addVirtualEnvironment(scene, "/usr/bin/python3");
  const program = "import app, sys; sys.exit(app.WHERE != 'worktree')";
  scene.order({
    allowed_files: ["src/app.py"],
    acceptance_commands: [`python -c "${program}"`, `.venv/bin/python -c "${program}"`, "app"],
    verify_exempt: true,
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "src/app.py": "WHERE = 'worktree'\n" }) });
  const { code } = await scene.run(["--branch", "work", "--allow-verify-exempt"]);
  expect(code).toBe(0);
  const [run = ""] = scene.runs();
  expect(readFileSync(join(run, "attempt_1/acceptance_2_stdout.txt"), "utf8")).toBe("worktree\n");
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({ attempts: [{ repo_drift: [] }] });
});

test.concurrent("shows a submodule's files to commands, or says that it cannot", async () => {
  const scene = createScene();
  const inner = join(scene.root, "inner");
  scene.git("init", "--quiet", inner);
  writeFiles(inner, { "lib.js": "module.exports = 1;\n" });
  for (const args of [
    ["add", "-A"],
    ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "lib"],
  ])
    scene.git("-C", inner, ...args);
  scene.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "inner");
  scene.git("commit", "--quiet", "-m", "submodule");
  scene.order({ acceptance_commands: ["node -e \"require('./inner/lib.js')\""] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const seen = await scene.run(["--branch", "work"]);
  expect({ ...seen, stderr: "" }).toMatchObject({ code: 0 });
  expect(seen.stderr).not.toContain("submodule");
  scene.git("submodule", "--quiet", "deinit", "--force", "inner");
  const unseen = await scene.run(["--branch", "other", "--max-attempts", "1"]);
  expect(unseen.code).toBe(1);
  expect(unseen.stderr).toContain(
    "warning: the submodule inner is not checked out: commands find an empty folder in its place: " +
      "run `git submodule update --init --recursive inner`",
  );
});

test("a repo whose tests would import an installed copy of it costs no question", { tags: "python3" }, async () => {
  const scene = createScene({
    files: {
      "pyproject.toml": '[build-system]\nrequires = ["cffi"]\n[project]\nname = "pkg"\n',
      "src/pkg/__init__.py": "",
      "tests/test_pkg.py": "import unittest, pkg\nclass T(unittest.TestCase):\n    def test(self): pass\n",
      "llmch.config.json": '{"verify": {"commands": ["python -m unittest discover -s tests"]}}\n',
    },
  });
  const installed = join(scene.root, "site-packages");
  writeFiles(installed, { "pkg/__init__.py": "" });
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const run = () => scene.run(["--no-sandbox"], { env: { PYTHONPATH: installed } });
  const refused = await run();
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}WO-01 {2}preflight/) });
  expect(refused.stderr).toMatch(/would test pkg as it is installed \(.*site-packages.*not the repo's src\/pkg/);
  scene.commit({ "pyproject.toml": '[project]\nname = "pkg"\ndependencies = ["cffi"]\n' });
  expect((await run()).stdout).toMatch(/^PASS {2}WO-01/);
});
