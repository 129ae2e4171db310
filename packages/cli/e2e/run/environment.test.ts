import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, filesBelow, readJsonFile } from "../scene.ts";

const CANARY = "sk-canary-7f3a9c1e5b2d4860";
/** The key is where nobody can remove it: in llmch's own environment. */
const READ_PARENT = "sh -c 'cat /proc/$PPID/environ'";
const PRINT_ALL = `node -e "console.log(process.env, require('fs').readdirSync('/proc').length)"`;

test("no command's environment and no artifact holds a key", async () => {
  const scene = createScene({ files: { "scripts/verify.sh": 'env; test -z "$OPENAI_API_KEY"\n' } });
  scene.order({
    title: `Greet ${CANARY}`,
    acceptance_commands: ["env", PRINT_ALL, `sh -c 'echo ${CANARY} >&2'`, READ_PARENT],
  });
  // An answer that holds a key is refused: its record holds the redaction mark, and no commit may hold the key.
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": `'${CANARY}'\n` }),
    "WO-01/attempt-2": scene.answer({ "greet.js": "1\n" }),
  });
  const env = {
    OPENAI_API_KEY: CANARY,
    GITHUB_TOKEN: `${CANARY}-more`,
    DATABASE_URL: `postgres://me:${CANARY}@localhost/db`,
    LC_CANARY: CANARY,
    VISIBLE: "not listed, and so not seen",
    LANG: "C.UTF-8",
  };
  const out = join(scene.root, "copy");
  const { stdout, stderr } = await scene.run(["--branch", "work", "--out", out], { env, process: true });
  const [run = ""] = scene.runs();
  const holding = [run, out].flatMap((folder) =>
    filesBelow(folder).filter((file) => readFileSync(join(folder, file), "utf8").includes(CANARY)),
  );
  expect(holding).toEqual([]);
  const printed = readFileSync(join(run, "attempt_2/acceptance_0_stdout.txt"), "utf8");
  expect(printed).toMatch(/^PATH=/m);
  expect(printed).toMatch(/^LANG=C\.UTF-8$/m);
  expect(printed).toMatch(/^PYTHONDONTWRITEBYTECODE=1$/m);
  expect(printed).not.toMatch(/VISIBLE|OPENAI|TOKEN|DATABASE_URL|LC_CANARY/);
  expect(`${stdout}${stderr}`).toContain("WO-01");
});

test("commands have no standard input, and run in the root of the worktree", async () => {
  const scene = createScene();
  scene.order({
    acceptance_commands: ["cat", "sh -c 'test ! -t 0 && ! read line'", "pwd", "git rev-parse --show-toplevel"],
  });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const { code } = await scene.run([], { input: "typed\n", process: true });
  expect(code).toBe(0);
  const attempt = join(scene.runs()[0] ?? "", "attempt_1");
  const printed = (index: number) => readFileSync(join(attempt, `acceptance_${index}_stdout.txt`), "utf8").trimEnd();
  expect(printed(0)).toBe("");
  // In the sandbox it stands at the checkout's path.
  expect(printed(2) === scene.repo || printed(2).startsWith(scene.temporary)).toBe(true);
  expect(existsSync(join(scene.repo, "greet.js"))).toBe(false);
  expect(printed(3)).toBe(printed(2));
});

test("acceptance commands run without a shell", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: ["echo $HOME '*' `id` $(id) 2>&1 a;b"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  expect((await scene.run()).code).toBe(0);
  const attempt = join(scene.runs()[0] ?? "", "attempt_1");
  expect(readFileSync(join(attempt, "acceptance_0_stdout.txt"), "utf8")).toBe("$HOME * `id` $(id) 2>&1 a;b\n");
});

test("runs are named by ULIDs, and ARTIFACTS_DIR counts if there is no flag", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const argv = ["run", "--work-order", "wo/WO-01.json", "--repo", "repo", "--replay", "exchanges.jsonl"];
  expect((await scene.llmch(argv, { env: { ARTIFACTS_DIR: "elsewhere/runs" } })).code).toBe(0);
  const [name = ""] = readdirSync(join(scene.root, "elsewhere/runs/factory"));
  expect(name).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect(readJsonFile(scene.root, "elsewhere/runs/factory", name, "run.json")).toMatchObject({
    run_id: name,
    tool: "factory",
  });
});

test("paths with spaces, quotes and letters of every script work", async () => {
  const names = {
    root: "mit Leerzeichen ü",
    repo: "das 'Repo' 日本",
    orders: "Aufträge 1",
    artifacts: "Läufe und mehr",
  };
  const scene = createScene({
    names,
    files: { "README.md": "# Ziel\n", "scripts/verify.sh": "test -s 'ein Gruß.txt'\n" },
  });
  scene.git("checkout", "-q", "-b", "work");
  const path = "ein Gruß.txt";
  scene.order({ allowed_files: [path], acceptance_commands: [`test -s '${path}'`] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ [path]: "Grüße\n" }) });
  const out = join(scene.root, "eine Kopie ✓");
  expect((await scene.runAll(["--branch", "work", "--out", out])).code).toBe(0);
  expect(readFileSync(join(scene.repo, path), "utf8")).toBe("Grüße\n");
  expect(scene.git("status", "--porcelain")).toBe("");
  expect(filesBelow(out)).toEqual(filesBelow(scene.runs()[0] ?? "").map((file) => `WO-01/${file}`));
  expect(scene.leftovers()).toEqual([]);
});

test("an artifacts root above the repo works, and hides no changes", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const flags = ["--artifacts-dir", scene.root];
  expect((await scene.run(flags)).code).toBe(0);
  expect(statSync(join(scene.root, "factory")).isDirectory()).toBe(true);
  writeFileSync(join(scene.repo, "README.md"), "changed\n");
  expect(await scene.run(flags)).toMatchObject({ code: 1, stderr: expect.stringContaining("(README.md)") });
});
