import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { pseudoTerminal } from "@llmch/testkit";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../in-process.ts";
import { createScene, preparedOnce, UNISOLATED } from "../scene.ts";

const afterRun = preparedOnce(async () => {
  const scene = createScene();
  scene.order();
  scene.order({ id: "WO-02", title: "Part", allowed_files: ["part.js"] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "part.js": "2;\n" }),
  });
  expect((await scene.runAll(["--branch", "work"])).code).toBe(0);
  return scene;
});

const ran = async () => {
  const scene = await afterRun();
  const diff = (...argv: string[]) => scene.llmch(["diff", ...argv, "--artifacts-dir", scene.artifacts]);
  return { scene, diff };
};

describe("the diff of a run", () => {
  it("is git's own, of its branch or of one order's commit", async () => {
    const { scene, diff } = await ran();
    expect((await diff()).stdout).toBe(`${scene.git("diff", "main", "work")}\n`);
    const one = `${scene.git("diff", "work^", "work")}\n`;
    for (const argv of [["last", "WO-02"], ["WO-02"], ["work", "2"]]) expect((await diff(...argv)).stdout).toBe(one);
    expect(JSON.parse((await diff("--json")).stdout)).toMatchObject({
      ...{ command: "diff", verdict: "PASS", from: scene.git("rev-parse", "main"), to: scene.git("rev-parse", "work") },
      patch: expect.stringContaining("+2;"),
    });
  });

  it("has the bytes of what is not UTF-8", async () => {
    const { scene } = await ran();
    writeFileSync(join(scene.repo, "old.txt"), Buffer.from("caf\xe9\n", "latin1"));
    scene.git("switch", "--quiet", "work");
    scene.git("add", "old.txt");
    scene.git("commit", "--quiet", "--message", "Old");
    const patch = await promisify(execFile)("git", ["diff", "main", "work"], { cwd: scene.repo, encoding: "buffer" });
    const shown = join(scene.root, "shown");
    const under = ["/bin/sh", "-c", 'exec "$@" > "$0"', shown];
    await scene.llmch(["diff", "--artifacts-dir", scene.artifacts], { process: true, under });
    expect(readFileSync(shown).equals(patch.stdout)).toBe(true);
    expect(readFileSync(shown).includes(0xe9)).toBe(true);
  });

  it("runs nothing that the repo names", async () => {
    const { scene, diff } = await ran();
    const evil = join(scene.root, "evil");
    writeFileSync(evil, `#!/bin/sh\ntouch '${evil}.ran'\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(scene.repo, ".git/info"), { recursive: true });
    writeFileSync(join(scene.repo, ".git/info/attributes"), "*.js diff=evil\n");
    for (const name of ["diff.external", "diff.evil.textconv", "diff.evil.command", "core.pager", "core.fsmonitor"])
      scene.git("config", name, evil);
    expect((await diff()).stdout).toContain("+1;");
    expect(existsSync(`${evil}.ran`)).toBe(false);
  });

  it("takes the user's pager on a terminal", { tags: "pseudo-terminal" }, async () => {
    const { scene } = await ran();
    const { stdout } = await scene.llmch(["diff", "--artifacts-dir", scene.artifacts], {
      under: pseudoTerminal({ columns: 80, rows: 24 }),
      env: { GIT_PAGER: "test -t 1 && sed 's/^/paged /'", TERM: "xterm" },
    });
    expect(stdout).toMatch(/paged \S*diff --git a\/greet.js/);
    expect(stdout).toContain("\u001b[32m+\u001b[m\u001b[32m1;");
  });

  it("says why there is none", async () => {
    const scene = createScene();
    scene.order();
    scene.answers({ "WO-01/attempt-1": "no" });
    await scene.run(["--max-attempts", "1"]);
    const { code, stderr } = await scene.llmch(["diff", "--artifacts-dir", scene.artifacts]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/made no commit: `llmch show/);
  });
});

describe("work that waits", () => {
  const afterRejection = preparedOnce(async () => {
    const scene = createScene({ own: UNISOLATED, files: { "greet.js": "1;\n", ".gitattributes": "*.js -diff\n" } });
    scene.order({ derive: [{ command: "cp greet.js made.txt", files: ["made.txt"] }] });
    scene.order({ id: "WO-02", title: "Part", allowed_files: ["part.js"] });
    const long = Array.from({ length: 9 }, (_, at) => `${at};\n`).join("");
    scene.answers({
      "WO-01/attempt-1": scene.answer({ "greet.js": `${long}\u001b[2Jold\n` }, { "greet.js": "1;\n" }),
      "WO-01/attempt-2": scene.answer({ "greet.js": `${long}\u001b[2Jnew\n` }, { "greet.js": "1;\n" }),
      "WO-02/attempt-1": scene.answer({ "part.js": "2;\n" }),
    });
    expect((await scene.runAll(["--branch", "work", "--approve", "orders"])).code).toBe(6);
    const rejected = await scene.llmch(["decide", "WO-01", "reject", "Be new.", "--artifacts-dir", scene.artifacts]);
    expect(rejected.code).toBe(6);
    return scene;
  });

  const waiting = async () => {
    const scene = await afterRejection();
    const llmch = (...argv: string[]) => scene.llmch([...argv, "--artifacts-dir", scene.artifacts]);
    return { scene, llmch };
  };

  it("is one diff against the commit that it would land on, after another attempt too", async () => {
    const { scene, llmch } = await waiting();
    const whole = await llmch("diff");
    expect([whole.code, whole.stdout]).toEqual([0, expect.stringMatching(/^WO-01 waits for your decision.*\n\ndiff /)]);
    for (const line of ["+0;", "+8;", "+\u001b[2Jnew"]) expect(whole.stdout.split("\n")).toContain(line);
    expect(whole.stdout).not.toContain("old");
    expect((await llmch("diff", "WO-01")).stdout).toBe(whole.stdout);
    const { waits, patch, from } = JSON.parse((await llmch("diff", "--json")).stdout);
    expect([waits, `${patch}`, from]).toEqual(["WO-01", whole.stdout.split("\n\n")[1], scene.git("rev-parse", "main")]);
    const shown = await llmch("show");
    expect(shown.stdout.replaceAll(/\s+/g, " ")).toContain("2 files, +19 -0: greet.js +9, made.txt +10");
    expect(shown.stdout).toMatch(/ {11}llmch diff /);
    expect(shown.stdout).not.toContain("changed since attempt 1");
    expect(JSON.parse((await llmch("show", "--json")).stdout).waits).toMatchObject({ order: "WO-01", patch });
    const place = { cwd: scene.root, env: { TERM: "dumb", TMPDIR: scene.temporary }, isTerminal: true };
    const onTerminal = await runInProcess(["diff", "--artifacts-dir", scene.artifacts], place);
    expect([onTerminal.stdout.includes("+new"), onTerminal.stdout.includes("\u001b")]).toEqual([true, false]);
    await llmch("decide", "WO-01", "approve");
    expect(scene.git("diff", "--text", "--full-index", "main", "work")).toBe(patch.trimEnd());
    // What landed has its own diff, and what waits lands on it.
    expect((await llmch("diff", "WO-01")).stdout).toMatch(/^diff --git a\/greet.js/);
    expect((await llmch("diff")).stdout).toMatch(/^WO-02 waits[\s\S]*\+2;\n$/);
    expect(JSON.parse((await llmch("diff", "--json")).stdout).from).toBe(scene.git("rev-parse", "work"));
    await llmch("decide", "WO-02", "approve");
    expect((await llmch("diff")).stdout).toBe(`${scene.git("diff", "main", "work")}\n`);
  });

  it("is against the branch as it is by now, and made again if git has pruned it", async () => {
    const { scene, llmch } = await waiting();
    scene.git("switch", "-q", "-c", "work", "main");
    writeFileSync(join(scene.repo, "other.js"), "3;\n");
    scene.git("add", "other.js");
    scene.git("commit", "-q", "-m", "Other work");
    scene.git("switch", "-q", "main");
    const moved = await llmch("diff");
    expect(moved.stdout).toMatch(/^WO-01 waits.*its branch has moved since.*\n\ndiff [\s\S]*new\n/);
    expect(moved.stdout).not.toContain("other.js");
    scene.git("reflog", "expire", "--expire=now", "--all");
    scene.git("gc", "-q", "--prune=now");
    const pruned = await llmch("diff");
    const [, run = ""] = /llmch resume (\w+)/.exec(pruned.stderr) ?? [];
    expect([pruned.code, pruned.stderr]).toEqual([1, expect.stringMatching(/WO-01 waits, and .* does not hold it/)]);
    expect((await llmch("show")).code).toBe(0);
    expect((await llmch("resume", run)).code).toBe(6);
    expect((await llmch("diff")).stdout).toMatch(/^WO-01 waits for your decision, and none of this has landed\n\ndiff/);
  });
});
