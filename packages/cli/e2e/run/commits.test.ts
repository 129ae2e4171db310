import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, GIT_ENVIRONMENT, readJsonFile, type Scene, type SceneOptions } from "../scene.ts";

const PLAN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

const answered = (contents: Readonly<Record<string, string>>, options: SceneOptions = {}): Scene => {
  const scene = createScene(options);
  scene.order({ allowed_files: Object.keys(contents), acceptance_commands: ["true"] });
  scene.answers({ "WO-01/attempt-1": scene.answer(contents) });
  return scene;
};

test("commits the proposal with a subject and trailers that git reads", async () => {
  const scene = answered({ "greet.js": "1\n" });
  const provenance = { planner_run_id: PLAN, compile_hash: "0", manifest_sha256: "0", bootstrap: false };
  scene.order({ title: "  Greet by  name: politely ", allowed_files: ["greet.js"], provenance });
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  const message = scene.git("log", "-1", "--format=%B", "work");
  const [run = ""] = scene.runs();
  const { run_id } = readJsonFile(run, "run.json");
  expect(run.endsWith(String(run_id))).toBe(true);
  const sha = /Llmch-Order-Sha256: ([0-9a-f]{64})\n/.exec(message)?.[1];
  expect(message.split("\n")).toEqual([
    "WO-01: Greet by name: politely",
    "",
    "Llmch-Order: WO-01",
    `Llmch-Order-Sha256: ${sha}`,
    `Llmch-Run: ${run_id}`,
    `Llmch-Plan: ${PLAN}`,
    "Llmch-Evidence: NO TEST RAN, 1 check",
  ]);
  const trailers = execFileSync("git", ["interpret-trailers", "--parse"], {
    input: `${message}\n`,
    env: GIT_ENVIRONMENT,
    encoding: "utf8",
  });
  expect(trailers.trimEnd().split("\n")).toEqual(message.split("\n").slice(2));
  expect(scene.git("log", "-1", "--format=%an <%ae> %cn <%ce>", "work")).toBe(
    "Ada <ada@example.org> Ada <ada@example.org>",
  );
  expect(readJsonFile(run, "run_summary.json")).toMatchObject({
    commit: scene.git("rev-parse", "work"),
    repo_tree_hash_after: scene.git("rev-parse", "work^{tree}"),
  });
});

test("signs with its own identity if there is none, and writes no configuration", async () => {
  const scene = answered({ "greet.js": "1\n" });
  const config = "[core]\n\trepositoryformatversion = 0\n";
  writeFileSync(join(scene.repo, ".git/config"), config);
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  expect(scene.git("log", "-1", "--format=%an <%ae> %cn <%ce>", "work")).toBe(
    "llmch <llmch@localhost> llmch <llmch@localhost>",
  );
  expect(readFileSync(join(scene.repo, ".git/config"), "utf8")).toBe(config);
});

test("takes the identity of the user's global settings", async () => {
  const scene = answered({ "greet.js": "1\n" });
  writeFileSync(join(scene.repo, ".git/config"), "");
  const global = join(scene.root, "gitconfig");
  writeFileSync(global, "[user]\n\tname = Grace\n\temail = grace@example.org\n");
  expect((await scene.run(["--branch", "work"], { env: { GIT_CONFIG_GLOBAL: global } })).code).toBe(0);
  expect(scene.git("log", "-1", "--format=%an <%ae>", "work")).toBe("Grace <grace@example.org>");
});

test("records drift and does not commit it", async () => {
  const scene = answered({ "greet.js": "1\n" }, { files: { "README.md": "# Target\n", ".gitignore": "*.log\n" } });
  const acts =
    "echo 2 > README.md; echo 2 > stray.txt; echo 2 > a.log; mkdir -p x/__pycache__; touch x/__pycache__/y.pyc";
  scene.order({ acceptance_commands: [`sh -c '${acts}'`] });
  const { code, stderr } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/drift: README\.md, stray\.txt changed outside the proposal; not committed/);
  expect(scene.git("diff", "--name-only", "main", "work")).toBe("greet.js");
  expect(scene.git("show", "work:greet.js")).toBe("1");
  expect(readJsonFile(scene.runs()[0] ?? "", "run_summary.json")).toMatchObject({
    attempts: [{ touched_files: ["greet.js"], repo_drift: ["README.md", "stray.txt"] }],
  });
});

test("keeps the executable bit, and gives new files 0644 under any umask", async () => {
  const scene = answered({ "tool.sh": "exit 0\n", "new/file.txt": "new\n" }, { files: { "tool.sh": "exit 1\n" } });
  chmodSync(join(scene.repo, "tool.sh"), 0o755);
  scene.commit({});
  scene.git("checkout", "-q", "-b", "work");
  scene.order({
    allowed_files: ["tool.sh", "new/file.txt"],
    acceptance_commands: ["test -x tool.sh", `sh -c "test $(stat -c %a new/file.txt) = 644"`],
  });
  const before = process.umask(0o077);
  const { code } = await scene.run(["--branch", "work"]).finally(() => process.umask(before));
  expect(code).toBe(0);
  expect(scene.git("ls-tree", "-r", "--format=%(objectmode) %(path)", "work")).toBe(
    "100644 new/file.txt\n100755 tool.sh",
  );
  expect(statSync(join(scene.repo, "tool.sh")).mode & 0o111).not.toBe(0);
  expect(scene.git("status", "--porcelain")).toBe("");
});

test("refuses an answer that changes nothing", async () => {
  const scene = answered({ "README.md": "# Target\n" });
  expect((await scene.run(["--branch", "work", "--max-attempts", "1"])).code).toBe(1);
  const [run = ""] = scene.runs();
  expect(readJsonFile(run, "attempt_1/failure_brief.json")).toMatchObject({
    stage: "llm_output_invalid",
    primary_error_excerpt: expect.stringContaining("the answer changes nothing"),
  });
  expect(scene.git("branch", "--list", "work")).toBe("");
});

test("makes an empty commit of an answer that changes nothing with --allow-empty, or if its record has one", async () => {
  const scene = answered({ "README.md": "# Target\n" });
  const { code, stderr } = await scene.run(["--branch", "work", "--allow-empty"]);
  expect(code).toBe(0);
  expect(stderr).toContain("warning: the answer changes nothing, so the commit is empty");
  expect(scene.git("rev-parse", "work^{tree}")).toBe(scene.git("rev-parse", "main^{tree}"));
  expect(scene.git("rev-parse", "work^")).toBe(scene.git("rev-parse", "main"));

  const [run = ""] = scene.runs();
  const again = await scene.run(["--branch", "again", "--replay", run]);
  expect(again.code).toBe(0);
  expect(scene.git("rev-parse", "again^{tree}")).toBe(scene.git("rev-parse", "main^{tree}"));
  const alone = join(scene.root, "answers.jsonl");
  copyFileSync(join(run, "exchanges.jsonl"), alone);
  expect((await scene.run(["--branch", "alone", "--max-attempts", "1", "--replay", alone])).code).toBe(1);
});

test("commits an ignored file, an empty one, and names of every kind", async () => {
  const contents = {
    "dist/out.js": "1\n",
    "empty.txt": "",
    "ein Lied.txt": "♪\n",
    "über/straße.txt": "ß\n",
    "-dash": "-\n",
  };
  const scene = answered(contents, { files: { ".gitignore": "dist/\n" } });
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  for (const [path, content] of Object.entries(contents)) {
    expect(scene.git("cat-file", "blob", `work:${path}`)).toBe(content.trimEnd());
  }
});

test("keeps every byte of a proposal: no final newline, CRLF, a byte order mark", async () => {
  const scene = answered({ "greet.txt": "\ufeff one\r\n  two  " });
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  const blob = execFileSync("git", ["cat-file", "blob", "work:greet.txt"], { cwd: scene.repo, env: GIT_ENVIRONMENT });
  expect(blob.toString()).toBe("\ufeff one\r\n  two  ");
});
