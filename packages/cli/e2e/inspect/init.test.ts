import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pseudoTerminal } from "@llmch/testkit";
import { expect, test } from "vitest";
import { runInProcess } from "../in-process.ts";
import { createScene, onlyGitAndNode } from "../scene.ts";

test("init offers the lines that keep runs and orders out of commits, and loses no byte of what is there", async () => {
  const scene = createScene();
  const file = join(scene.repo, ".git/info/exclude");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "dist\r\n# keep");
  const init = async (...flags: string[]) => {
    rmSync(join(scene.repo, "llmch.config.json"), { force: true });
    return (await scene.llmch(["init", ...flags], { cwd: scene.repo })).stdout;
  };
  expect(await init()).toContain("(--yes adds them):\n/artifacts/\n/wo/\n");
  expect(readFileSync(file, "utf8")).toBe("dist\r\n# keep");
  expect(await init("--yes")).toContain(".git/info/exclude has /artifacts/ and /wo/ now.\n");
  const after = "dist\r\n# keep\r\n/artifacts/\r\n/wo/\r\n";
  expect(readFileSync(file, "utf8")).toBe(after);
  expect(await init("--yes")).not.toContain(".git/info/exclude");
  writeFileSync(file, Buffer.from([0xff, 0x0a]));
  expect(await init("--yes")).toContain(".git/info/exclude stays as it is");
  expect(readFileSync(file)).toEqual(Buffer.from([0xff, 0x0a]));
});

test("init that is interrupted at its last question has written nothing", { tags: "pseudo-terminal" }, async () => {
  const scene = createScene();
  scene.git("switch", "-qc", "start");
  const { code } = await scene.llmch(["init"], {
    cwd: scene.repo,
    under: pseudoTerminal({ columns: 200, rows: 50 }, [
      { after: ".git/info/exclude? [Y/n]", type: "\n" },
      { after: "Commit llmch.config.json on start? [Y/n]", type: "\u0003" },
    ]),
  });
  expect(code).toBe(130);
  expect(scene.git("status", "--porcelain", "--ignored")).toBe("");
});

test("init --yes adds the lines that its hint names although the settings are there, and keeps these", async () => {
  const scene = createScene({ files: { "pkg/a.txt": "a\n" } });
  const [file, settings] = [join(scene.repo, ".git/info/exclude"), join(scene.repo, "llmch.config.json")];
  const init = (cwd: string, ...flags: string[]) => scene.llmch(["init", ...flags], { cwd });
  expect((await init(scene.repo)).stdout).toContain("(--yes adds them):\n/artifacts/\n/wo/\n");
  const written = readFileSync(settings, "utf8");
  expect(await init(scene.repo, "--yes")).toMatchObject({
    code: 0,
    stdout:
      ".git/info/exclude has /artifacts/ and /wo/ now.\nPASS  llmch.config.json stays as it is: replace it with --overwrite\n",
  });
  expect(readFileSync(file, "utf8")).toBe("/artifacts/\n/wo/\n");
  // Runs that are started in a folder are kept in the repo too.
  for (const cwd of [join(scene.repo, "pkg"), scene.repo])
    expect(await init(cwd, "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("llmch.config.json already exists"),
    });
  expect(readFileSync(file, "utf8")).toBe("/artifacts/\n/wo/\n");
  expect(readFileSync(settings, "utf8")).toBe(written);
});

test("init offers the checks that CI runs and the formatters that the repo names, and sets neither", async () => {
  const run = (...lines: readonly string[]) => lines.map((line) => `      - run: ${line}\n`).join("");
  const scene = createScene({
    files: {
      ".github/workflows/ci.yml": `on: [push, pull_request]\njobs:\n  test:\n    steps:\n${run("npm ci", "npm run lint", "npx tsc", "npm test")}`,
      ".github/workflows/broken.yml": "on: [push\n",
      ".github/workflows/publish.yml": `on: push\njobs:\n  a:\n    steps:\n${run("npm publish", "npm run check")}`,
      ".pre-commit-config.yaml": "repos:\n  - repo: x\n    hooks:\n      - id: black\n",
      ".prettierrc": "{}\n",
      "package.json": '{ "scripts": { "test": "node --test", "lint": "eslint ." } }\n',
    },
  });
  const { stdout, code } = await scene.llmch(["init"], { cwd: scene.repo });
  expect(code).toBe(0);
  expect(stdout).toContain("The repo's CI runs `npm run lint`, `npx tsc`, `npm test`: see verify.commands.\n");
  const text = readFileSync(join(scene.repo, "llmch.config.json"), "utf8");
  expect(text).toContain('    // "commands": ["npm run lint", "npx tsc", "npm test"],\n');
  const [, fix = ""] = /^ {4}\/\/ ("fix": .*),$/m.exec(text) ?? [];
  writeFileSync(join(scene.root, "user.json"), `{ "verify": { ${fix} } }`);
  const { stdout: config } = await scene.llmch(["config", "verify.fix", "--json"], {
    cwd: scene.repo,
    env: { LLMCH_CONFIG: join(scene.root, "user.json") },
  });
  const value = JSON.parse(config).settings["verify.fix"].value as readonly { readonly command: string }[];
  expect(value.map(({ command }) => command)).toEqual([
    "npx --no-install eslint --fix",
    "npx --no-install prettier --write --ignore-unknown",
    "black",
  ]);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    "the tests that CI leaves out",
    { "package.json": '{ "scripts": { "test": "x" } }' },
    '["npm test", "npm run lint"]',
  ],
  ["a script before CI's checks", { "scripts/verify.sh": "x\n" }, '["bash scripts/verify.sh", "npm run lint"]'],
  ["nothing where tests run in a folder", { "api/go.mod": "module a\n", "api/a_test.go": "package a\n" }, "[]"],
])("init suggests as verify.commands %s", async (_name, files, commands) => {
  const workflow = "on: push\njobs:\n  lint:\n    steps:\n      - run: npm run lint\n";
  const scene = createScene({ files: { ".github/workflows/ci.yml": workflow, ...files } });
  expect((await scene.llmch(["init"], { cwd: scene.repo })).stdout).toContain("The repo's CI runs `npm run lint`");
  const text = readFileSync(join(scene.repo, "llmch.config.json"), "utf8");
  expect(text).toContain(`    // "commands": ${commands},\n`);
});

test("init suggests each test once, and of what CI runs only what is here", async () => {
  const runs = [
    ...["bats -T test", "pytest -ra", "no-such-runner", "npx jest", "basedpyright src"],
    ...["python -m pytest --cov", "python -m tests", "./run-tests.py"],
  ];
  const steps = runs.map((line) => `      - run: ${line}\n`).join("");
  const scene = createScene({
    files: {
      ".github/workflows/ci.yml": `on: push\njobs:\n  test:\n    steps:\n${steps}`,
      "package.json": '{ "scripts": { "test": "bin/bats test" } }\n',
      "pyproject.toml": "",
      "run-tests.py": "",
      "tests/__main__.py": "",
    },
  });
  chmodSync(join(scene.repo, "run-tests.py"), 0o755);
  const path = onlyGitAndNode(scene.root);
  const lacksPlugin = '#!/bin/sh\nfor name; do [ "$name" != pytest_cov ] || echo "$name"; done\n';
  for (const name of ["python", "pytest", "bats", "npm", "npx"])
    writeFileSync(join(path, name), lacksPlugin, { mode: 0o755 });
  const { stdout } = await scene.llmch(["init"], { cwd: scene.repo, env: { PATH: path } });
  expect(stdout).toContain(
    ": see verify.commands.\nThese leave out `bats -T test`, `pytest -ra`: others run the same tests.\n",
  );
  expect(stdout).toContain("`basedpyright src` needs basedpyright, which is not here: install it.\n");
  expect(stdout).toContain("`python -m pytest --cov` needs pytest_cov, which is not here: install it.\n");
  const text = readFileSync(join(scene.repo, "llmch.config.json"), "utf8");
  const commands = ["python -m compileall -q .", "python -m pytest -q", "npm test", "npx jest"];
  expect(text).toContain(
    `    // "commands": ${JSON.stringify([...commands, "python -m tests", "./run-tests.py"]).replaceAll('","', '", "')},\n`,
  );
  expect(text).not.toContain("not here");
});

test("on a terminal init asks for each thing once, and a no leaves comments and says that they are not in force", async () => {
  const scene = createScene({
    files: { "package.json": '{ "scripts": { "test": "node --test" }, "dependencies": { "a": "1" } }\n' },
  });
  const { stdout, stderr } = await runInProcess(["init"], { cwd: scene.repo, input: "n\n", isTerminal: true });
  expect(stdout).toMatch(/^llmch\.config\.json would set:\n {2}setup\.commands: npm install --no-package-lock\n/);
  expect(stderr).toContain("Use these? [Y/n] ");
  // Never on main.
  expect(stderr).not.toContain("Commit");
  expect(stdout).toContain(
    "What is suggested for setup.commands is a comment in llmch.config.json, not in force: take the `//` away in front of what you want.\n",
  );
  expect(stdout).toContain('commit it with `git add llmch.config.json && git commit -m "Set up llmch"`');
  const config = await scene.llmch(["config", "setup", "--json"], { cwd: scene.repo });
  expect(JSON.parse(config.stdout).settings["setup.commands"].value).toEqual([]);
});

test.each<[string, Readonly<Record<string, string>>, string | null, readonly string[]]>([
  [
    "a setting",
    { "package.json": "{}" },
    '{ "verify": { "commands": ["make \\"a b\\""] } }',
    ["make 'a b'  verify.commands, llmch.config.json:1"],
  ],
  [
    "a script",
    { "scripts/verify.sh": "x\n", "go.mod": "" },
    null,
    ["bash scripts/verify.sh  the repo has scripts/verify.sh"],
  ],
  [
    "projects",
    { "api/go.mod": "module a\n", "web/package.json": '{ "scripts": { "test": "x" } }' },
    null,
    ["go test ./... (in api/)  api: a Go module", "npm test (in web/)       web: package.json names a test script"],
  ],
  ["nothing", {}, null, ["nothing verifies the repo: the tree does not say how it is verified"]],
])("config verify shows what would run, and from where, without running it: %s", async (_, files, settings, lines) => {
  const scene = createScene({ files });
  if (settings !== null) writeFileSync(join(scene.repo, "llmch.config.json"), settings);
  const { code, stdout } = await scene.llmch(["config", "verify"], { cwd: scene.repo });
  expect(code).toBe(0);
  const [, shown] = stdout.split("\nwhat would run after each order, and where that comes from\n");
  expect(shown).toBe(lines.map((line) => `  ${line}\n`).join(""));
});
