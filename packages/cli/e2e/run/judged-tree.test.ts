import { sha256Hex } from "@llmch/text";
import { expect, test } from "vitest";
import { createScene, readJsonFile, readJsonLines, writeFiles } from "../scene.ts";

const FILES = { "a.txt": "old\n", "gone.txt": "gone\n", "made.txt": "made from old\n" };
const GENERATE = 'printf "made from %s\\n" "$(cat a.txt)" > made.txt\n';

/** An order that adds a file, edits one with what is made from it, and deletes one. */
const changing = (verify: string) => {
  const scene = createScene({ files: { ...FILES, "scripts/verify.sh": verify } });
  const paths = ["new.txt", "a.txt", "made.txt", "gone.txt"];
  scene.order({ allowed_files: paths, postconditions: [], acceptance_commands: ["git diff --quiet HEAD"] });
  const written = JSON.parse(scene.answer({ "new.txt": "new\n", "a.txt": "two\n", "made.txt": "made from two\n" }));
  const removal = { path: "gone.txt", base_sha256: sha256Hex(FILES["gone.txt"]), delete: true };
  scene.answers({ "WO-01/attempt-1": JSON.stringify({ ...written, writes: [...written.writes, removal] }) });
  return scene;
};

test.concurrent.each([
  [
    "git ls-files shows new files",
    "git ls-files --error-unmatch a.txt && { [ ! -e new.txt ] || git ls-files --error-unmatch new.txt; }",
  ],
  ["git ls-files shows no deleted file", "git ls-files -z | xargs -0 cat > /dev/null"],
  ["what is generated is as it is committed", `${GENERATE}git diff --exit-code`],
  [
    "no file is staged, changed or untracked for those that look for some",
    'test -z "$(git diff --name-only HEAD; git diff --name-only --cached; git ls-files --others --exclude-standard)"',
  ],
  ["git status is clean", 'test -z "$(git status --porcelain)"'],
  ["nothing differs from HEAD", "git diff --quiet HEAD && git diff-index --quiet HEAD -- && git diff-files --quiet"],
  [
    "HEAD is a detached commit of the order",
    "! git symbolic-ref -q HEAD && { [ ! -e new.txt ] || git log -1 --format=%s | grep -q '^WO-01: '; }",
  ],
])("commands see the work as it will be committed: %s", async (_, verify) => {
  const scene = changing(`set -e\n${verify}\n`);
  const { code, stderr } = await scene.run(["--branch", "work", "--max-attempts", "1"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(readJsonFile(scene.runs()[0] ?? "", "run_summary.json")).toMatchObject({
    attempts: [{ verdict: "PASS", repo_drift: [] }],
  });
  expect(scene.git("log", "--format=%s", "work")).toMatch(/^WO-01: [^\n]+\n[^\n]+$/);
  expect(scene.leftovers()).toEqual([]);
});

test("a script that repairs the order's file does not judge it", async () => {
  const lint =
    'if [ "$1" = --fix ] && [ -e greet.js ]; then sed -i "s/^var /let /" greet.js; fi; ! grep -qs "^var " greet.js\n';
  const scene = createScene({ files: { "lint.sh": lint, "scripts/verify.sh": "sh lint.sh --fix\n" } });
  scene.order();
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "var a = 1\n" }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "let a = 1\n" }),
  });
  const { code } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  const brief = readJsonFile(scene.runs()[0] ?? "", "attempt_1/failure_brief.json");
  expect(brief).toMatchObject({ stage: "verify_failed", command: "bash scripts/verify.sh" });
  expect(brief.primary_error_excerpt).toContain("changed greet.js");
  expect(scene.git("show", "work:greet.js")).toBe("let a = 1");
});

const SNAPSHOT =
  'if [ -e greet.snap ]; then grep -q 42 greet.snap; elif [ -n "$CI" ]; then echo "greet.snap is missing"; exit 1; else echo 42 > greet.snap; fi\n';
const expecting = (settings: string) => {
  const verify = `[ ! -e greet.js ] || sh snap.sh\n`;
  const scene = createScene({
    files: { "snap.sh": SNAPSHOT, "scripts/verify.sh": verify, "llmch.config.json": settings },
  });
  scene.order({ acceptance_commands: ["sh -c 'test ! -e greet.snap'"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  return scene;
};

test("an expectation that the first run would write is missing, as it is wherever CI is set", async () => {
  const scene = expecting("{}\n");
  const { code, stderr } = await scene.run(["--branch", "work", "--max-attempts", "1"]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("greet.snap is missing") });
});

test("without CI it is written, named, and gone before the next command", async () => {
  const scene = expecting('{ "verify": { "env": { "CI": "" } } }\n');
  const { code, stderr } = await scene.run(["--branch", "work", "--max-attempts", "1"]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/drift.*greet\.snap/) });
  expect(scene.git("ls-tree", "--name-only", "work")).not.toContain("greet.snap");
});

test("a repo that fails with CI alone is verified without, from order to order, and that is said before anything is asked", async () => {
  const scene = createScene({ files: { "scripts/verify.sh": 'test -z "$CI"\n' } });
  scene.order();
  scene.order({
    id: "WO-02",
    allowed_files: ["b.js"],
    acceptance_commands: ["sh -c 'test -z \"$CI\" && test -e b.js'"],
  });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "b.js": "2\n" }),
  });
  const { code, stderr } = await scene.runAll(["--branch", "work", "--max-attempts", "1"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toMatch(
    /warning: bash scripts\/verify\.sh fails before the orders with CI=true, and passes without[\s\S]* propose/,
  );
  expect(stderr.match(/with CI=true/g)).toHaveLength(1);
  expect(readJsonFile(scene.runs()[0] ?? "", "baseline_verification.json")).toMatchObject({
    ok: true,
    without_ci: true,
  });

  const strict = createScene({
    files: { "scripts/verify.sh": 'test -z "$CI"\n', "llmch.config.json": '{ "verify": { "env": { "CI": "1" } } }\n' },
  });
  strict.order();
  strict.answers({ "WO-01/attempt-1": strict.answer({ "greet.js": "1\n" }) });
  const held = await strict.run(["--branch", "work", "--max-attempts", "1"]);
  expect(held).toMatchObject({ code: 1, stderr: expect.not.stringContaining("passes without") });
});

test("a repo that fails with what llmch sets for tools is verified without, from order to order, and that is said", async () => {
  const scene = createScene({ files: { "scripts/verify.sh": 'test -z "$PYTEST_ADDOPTS"\n' } });
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["b.js"], acceptance_commands: ["sh -c 'test -z \"$PYTEST_ADDOPTS\"'"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "b.js": "2\n" }),
  });
  const { code, stderr } = await scene.runAll(["--branch", "work", "--max-attempts", "1"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toMatch(
    /warning: bash scripts\/verify\.sh fails before the orders with what llmch sets[\s\S]* propose/,
  );
  expect(stderr.match(/runs without .*PYTEST_ADDOPTS/g)).toHaveLength(1);
  expect(readJsonFile(scene.runs()[0] ?? "", "baseline_verification.json")).toMatchObject({
    ...{ ok: true, left_out: expect.arrayContaining(["PYTEST_ADDOPTS"]) },
    commands: [{ ok: true }],
  });
});

test("a repo that is red in a worktree alone costs nothing: it is told what differs; one that is red everywhere goes on", async () => {
  const needsFolder = (more = "") => ({
    ".gitignore": "node_modules/\n",
    "scripts/verify.sh": `test -e node_modules/left/index.js && ${more} cd .git && git log -1 > log.txt || { echo no git folder; exit 1; }\n`,
  });
  for (const [files, code] of [
    [needsFolder(), 1],
    [needsFolder("test ! -e greet.js &&"), 1],
    [{ "scripts/verify.sh": "test -e greet.js\n" }, 0],
  ] as const) {
    const scene = createScene({ names: { repo: "a plugin" }, files });
    writeFiles(scene.repo, { "node_modules/left/index.js": "" });
    scene.order();
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    const ran = await scene.run(["--branch", "work", "--max-attempts", "1"]);
    expect(ran).toMatchObject({ code });
    const [run = ""] = scene.runs();
    expect(scene.leftovers()).toEqual([]);
    if (code === 0) continue;
    expect(ran.stderr).toMatch(
      /`bash scripts\/verify\.sh` fails in llmch's worktree alone.*\.git is a file and HEAD is detached \(.*no git folder/,
    );
    expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({ stage: "preflight" });
    expect(readJsonLines(run, "exchanges.jsonl")).toEqual([]);
  }
});

test("work that rewrites tests as it runs is not judged by what it makes of them", async () => {
  const scene = createScene({
    files: {
      "add.mjs": "export const add = (a, b) => a + b;\n",
      "test/z.test.mjs": 'import { add } from "../add.mjs";\nif (add(1, 2) !== 3) throw new Error("not a sum");\n',
      "scripts/verify.sh": "node add.mjs\nnode test/z.test.mjs\n",
    },
  });
  scene.order({ allowed_files: ["add.mjs"], acceptance_commands: ["grep -q sum add.mjs"] });
  const rewriting = 'import fs from "node:fs";\nfs.writeFileSync("test/z.test.mjs", "");\n';
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "add.mjs": `${rewriting}export const add = (a, b) => a - b; // sum\n` }),
    "WO-01/attempt-2": scene.answer({ "add.mjs": "export const add = (a, b) => b + a; // sum\n" }),
  });
  const { code } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  const brief = readJsonFile(scene.runs()[0] ?? "", "attempt_1/failure_brief.json");
  expect(brief).toMatchObject({ stage: "verify_failed", command: "bash scripts/verify.sh" });
  expect(brief.primary_error_excerpt).toContain("changed test/z.test.mjs, and did so again");
  expect(scene.git("show", "work:add.mjs")).toContain("b + a");
});

test("a repo whose tests always rewrite one of them verifies as before, from order to order and from run to run", async () => {
  const files = { "test/made.test.mjs": "1;\n", "scripts/verify.sh": "ls | wc -l >> test/made.test.mjs\n" };
  const scene = createScene({ files });
  scene.order();
  scene.order({ id: "WO-02", allowed_files: ["b.js"], acceptance_commands: ["sh -c 'test -e b.js'"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "b.js": "2\n" }),
  });
  for (const branch of ["work", "again"]) {
    const { code, stderr } = await scene.runAll(["--branch", branch, "--max-attempts", "1"]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("test/made.test.mjs") });
    expect(scene.git("show", `${branch}:test/made.test.mjs`)).toBe("1;");
  }
});
