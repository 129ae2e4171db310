import { renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createScene } from "../scene.ts";
import { type AuditedScene, auditedScene, faultsIn } from "./audit-scene.ts";

let scene: AuditedScene;
let tip: string;
let start: string;
beforeAll(async () => {
  scene = await auditedScene();
  tip = scene.git("rev-parse", "work");
  start = scene.git("rev-parse", "main");
});

/** Resets the branch, and main too, to where the run left them. */
afterEach(() => {
  scene.git("checkout", "--quiet", "--force", "--detach", tip);
  scene.git("branch", "--force", "work", tip);
  scene.git("branch", "--force", "main", start);
  scene.git("checkout", "--quiet", "main");
  scene.git("clean", "-fdq");
});

const short = (revision: string) => scene.git("rev-parse", revision).slice(0, 10);

describe("a rewritten commit is reported, with what is wrong with it", () => {
  const TREE = /its tree is \w+, the recorded one is \w+$/;
  test.each<readonly [string, () => void, readonly RegExp[]]>([
    ["message", () => amend("--message", scene.git("log", "-1", "--format=%B").replace("Say more", "Say less")), []],
    [
      "trailers",
      () => amend("--no-edit", "--trailer", "Llmch-Order: WO-03"),
      [/its Llmch-Order is WO-02, WO-03, not WO-02/],
    ],
    [
      "tree",
      () => {
        scene.write({ "more.js": "less\n" });
        amend("--all", "--no-edit");
      },
      [TREE],
    ],
    [
      "parent",
      () => {
        const message = scene.git("log", "-1", "--format=%B");
        const other = scene.git("commit-tree", "work^^{tree}", "-p", "main", "-m", "other");
        const commit = scene.git("commit-tree", "work^{tree}", "-p", other, "-m", message);
        scene.git("reset", "--quiet", "--hard", commit);
      },
      [/its parent is \w{40}, not \w{40}$/],
    ],
  ])("its %s", async (_, rewrite, whats) => {
    scene.git("checkout", "--quiet", "work");
    rewrite();
    const where = `WO-02 ${tip.slice(0, 10)}`;
    const twin = scene.git("rev-parse", "work");
    const { code, stdout } = await scene.audit([scene.second]);
    const [place, ...found] = faultsIn(stdout).map((line) => line.replace(`FAULT  WO-02 ${twin.slice(0, 10)}  `, ""));
    expect(place).toBe(`FAULT  ${where}  work has ${twin} in its place: it was rewritten`);
    expect(found).toEqual([...whats.map((what) => expect.stringMatching(what)), "FAIL"]);
    expect(code).toBe(2);

    const branch = await scene.audit(["--branch", "work", "--repo", scene.repo]);
    expect(branch.code).toBe(2);
    expect(branch.stdout).toContain(twin.slice(0, 10));
  });

  const amend = (...flags: string[]) => scene.git("commit", "--quiet", "--amend", ...flags);
});

describe("where a commit is now", () => {
  const auditSecond = () => scene.audit([scene.second]);

  test("a branch that was moved away from it is a fault", async () => {
    scene.git("branch", "--force", "work", "main");
    const { code, stdout } = await scene.audit();
    const said = "the branch work no longer holds the commit, and no other branch or tag holds the commit";
    expect(faultsIn(stdout)).toEqual([
      `FAULT  WO-01 ${short(`${tip}^`)}  ${said}`,
      `FAULT  WO-02 ${short(tip)}  ${said}`,
      "FAIL",
    ]);
    expect(code).toBe(2);
  });

  test("a branch that is gone, and another one that holds it, are warnings", async () => {
    scene.git("branch", "--move", "work", "kept");
    const held = await auditSecond();
    expect(held.stderr).toContain("the branch work is gone; refs/heads/kept holds it");
    expect(held.code).toBe(0);
    scene.git("branch", "work", "main");
    const moved = await auditSecond();
    expect(moved.stderr).toContain("the branch work no longer holds the commit; refs/heads/kept holds it");
    expect(moved.code).toBe(0);
    scene.git("branch", "--delete", "--force", "work", "kept");
    const gone = await auditSecond();
    expect(gone.stderr).toContain("the branch work is gone, and no other branch or tag holds the commit");
    expect(gone.code).toBe(0);
  });

  test("a branch that was merged and has moved on still holds it", async () => {
    scene.git("checkout", "--quiet", "work");
    scene.commit({ "later.txt": "" });
    scene.git("merge", "--quiet", "--no-edit", "main");
    expect((await scene.audit()).code).toBe(0);
  });

  test("another repo does not have it", async () => {
    const other = createScene();
    const { code, stdout } = await scene.audit([scene.second, "--repo", other.repo]);
    expect(stdout).toContain(`FAULT  WO-02 ${short(tip)}  ${other.repo} has no such commit`);
    expect(code).toBe(2);
  });
});

describe("a branch is searched", () => {
  const auditWork = () => scene.audit(["--branch", "work", "--repo", scene.repo]);

  test("for llmch's commits, whatever others committed between them", async () => {
    scene.git("checkout", "--quiet", "work");
    scene.commit({ "by-hand.txt": "" });
    const { code, stdout } = await auditWork();
    expect(stdout).toMatch(/^PASS {2}audit of branch work: 2 orders, \d+ files whole\n$/);
    expect(code).toBe(0);
  });

  test("and a commit whose run is missing is reported as checked only by its trailers", async () => {
    const [home, away] = [join(scene.artifacts, "factory", scene.first), join(scene.root, "away")];
    renameSync(home, away);
    const { code, stdout, stderr } = await auditWork();
    renameSync(away, home);
    expect(stderr).toMatch(
      /^warning: WO-01 \w{10}: made by the run \w{26}, which is not in .*: its trailers alone were checked\n$/,
    );
    expect(stdout).toMatch(/^PASS {2}audit of branch work: 2 orders/);
    expect(code).toBe(0);
  });

  test("and a copy of a commit, or trailers that name nothing, are faults", async () => {
    scene.git("checkout", "--quiet", "work");
    const message = scene.git("log", "-1", "--format=%B", "work");
    scene.git("commit", "--quiet", "--allow-empty", "--message", message);
    scene.git("commit", "--quiet", "--allow-empty", "--message", "By hand\n\nLlmch-Order: WO-7");
    const { stdout } = await auditWork();
    const [copy, nameless] = [scene.git("rev-parse", "work~1"), short("work")];
    expect(faultsIn(stdout)).toEqual([
      `FAULT  WO-02 ${short(tip)}  work has ${copy} in its place: it was rewritten`,
      expect.stringMatching(`^FAULT  WO-02 ${copy.slice(0, 10)}  its parent is`),
      `FAULT  WO-7 ${nameless}  its trailers do not name one order, its hash and its run`,
      "FAIL",
    ]);
  });
});

test("a run that failed has no commit, and one under its name is a fault", async () => {
  const failed = createScene();
  failed.order();
  failed.answers({ "WO-01/attempt-1": "no proposal" });
  await failed.run(["--branch", "work", "--max-attempts", "1"]);
  const audit = () => failed.llmch(["audit", "--artifacts-dir", failed.artifacts]);
  const clean = await audit();
  expect(clean.stdout).toMatch(/^PASS {2}audit of factory \w{26}: 1 order, \d+ files whole\n$/);
  const [run = ""] = failed.runs().map((path) => path.slice(-26));
  failed.git("checkout", "--quiet", "-b", "work");
  failed.git("commit", "--quiet", "--allow-empty", "--message", `Smuggled\n\nLlmch-Run: ${run}`);
  const { code, stdout } = await audit();
  expect(stdout).toMatch(
    /^FAULT {2}WO-01 \w{10} {2}its run \w{26} ended with FAIL, and yet there is a commit of it\nFAIL/,
  );
  expect(code).toBe(2);

  renameSync(failed.repo, `${failed.repo}-moved`);
  const moved = await audit();
  expect(moved.stderr).toMatch(/^error: .* is not a directory: name the run's repo with --repo\n$/);
  expect(moved.code).toBe(1);
});

test("a run that failed and was resumed is whole", async () => {
  const resumed = createScene();
  resumed.order({ acceptance_commands: ["grep -q right greet.js"] });
  resumed.answers({
    "WO-01/attempt-1": resumed.answer({ "greet.js": "wrong\n" }),
    "WO-01/attempt-2": resumed.answer({ "greet.js": "right\n" }),
  });
  expect((await resumed.run(["--branch", "work", "--max-attempts", "1"])).code).toBe(1);
  const place = ["--artifacts-dir", resumed.artifacts];
  expect((await resumed.llmch(["resume", ...place, "--max-attempts", "+1"])).code).toBe(0);
  const { stdout, stderr } = await resumed.llmch(["audit", ...place]);
  expect(stdout).toMatch(/^PASS {2}audit of factory \w{26}: 1 order, \d+ files whole\n$/);
  expect(stderr).toBe("");
});
