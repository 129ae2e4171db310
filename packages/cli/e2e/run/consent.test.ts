import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runInProcess } from "../in-process.ts";
import { createScene, filesBelow, readJsonFile, type Scene, writeFiles } from "../scene.ts";

/** Two orders, the second of which depends on the first, with the manifest of their plan beside them. */
const createPlan = (): Scene => {
  const scene = createScene({ files: { "scripts/verify.sh": "true\n" } });
  const needed = [{ kind: "file_exists" as const, path: "first.js" }];
  const made = (path: string) => ({ allowed_files: [path], postconditions: [{ kind: "file_exists" as const, path }] });
  scene.order({ ...made("first.js"), title: "Write the first" });
  scene.order({ id: "WO-02", title: "Write the second", ...made("second.js"), preconditions: needed });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "first.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  return scene;
};

const standing = (scene: Scene) => ({
  checkout: scene.checkout(),
  root: readdirSync(scene.root).sort(),
  git: filesBelow(join(scene.repo, ".git")),
  worktrees: scene.leftovers(),
});

test("a dry run says what would be done, and creates nothing", async () => {
  const scene = createPlan();
  const before = standing(scene);
  const told = await scene.runAll(["--dry-run", "--branch", "work", "--budget", "2"]);
  expect(told.code).toBe(0);
  expect(told.stdout).toMatch(/^llmch run-all {2}2 orders, replay of .*\nbranch work from /);
  expect(told.stdout).toContain("\nWO-02  Write the second  second.js  WO-01\n\ncaps  at most $2.00\n");
  expect(told.stdout).toContain(
    "\nwave 1         WO-01\nwave 2         WO-02\nlongest chain  2: WO-01, WO-02\nverification   ",
  );
  expect(told.stdout).toMatch(/\nPASS {2}dry run: 2 orders would be carried out, on work\n$/);
  const document = JSON.parse((await scene.runAll(["--dry-run", "--branch", "work", "--json"])).stdout);
  expect(document).toMatchObject({ ok: true, dry_run: true, branch: "work", would_run: ["WO-01", "WO-02"], runs: [] });
  expect(document).toMatchObject({
    graph: [
      { id: "WO-01", after: [] },
      { id: "WO-02", after: ["WO-01"] },
    ],
    ...{ waves: [["WO-01"], ["WO-02"]], longest_chain: ["WO-01", "WO-02"] },
    commands: { setup: [], derive: [], acceptance: { "WO-01": [expect.any(String)], "WO-02": [expect.any(String)] } },
  });
  // Does not ask the server, which does not exist.
  const live = await scene.llmch(
    ["run-all", "wo", "--repo", "repo", "--artifacts-dir", "runs", "--dry-run", "--llm-model", "gpt-5.2"],
    { env: { OPENAI_API_KEY: "sk-canary-0123" } },
  );
  expect(live.stdout).toMatch(
    /^estimate {2}likely \$\d.*, at most \$\d.*: likely by the sizes of files, at most with /m,
  );
  expect((await scene.run(["--dry-run"])).stdout).toMatch(/PASS {2}dry run: 1 order would be carried out, on llmch/);
  expect(standing(scene)).toEqual(before);

  scene.write({ "scripts/verify.sh": "true && true\n" });
  const refused = await scene.runAll(["--dry-run", "--json"]);
  expect(JSON.parse(refused.stdout)).toMatchObject({ exit_code: 1, errors: [{ code: "dirty-checkout" }] });
  expect(standing(scene).git).toEqual(before.git);
});

test("on a terminal run-all shows what it is about to do and asks once; a no creates nothing", async () => {
  const scene = createPlan();
  const before = standing(scene);
  const ask = (input: string, ...flags: string[]) => {
    const places = ["--repo", "repo", "--artifacts-dir", "runs", "--replay", "exchanges.jsonl"];
    const env = { TMPDIR: scene.temporary, XDG_STATE_HOME: join(scene.root, "tmp/state"), TERM: "dumb" };
    const argv = ["run-all", "wo", ...places, "--branch", "work", ...flags];
    return runInProcess(argv, { cwd: scene.root, env, input, isTerminal: true });
  };
  const no = await ask("n\n");
  expect(no).toMatchObject({ code: 1, stdout: "REFUSED  nothing was made: you did not agree\n" });
  expect(no.stderr).toMatch(/branch work from .*\npushes nothing\n\nORDER .*\nWO-01 .*\nWO-02 .*\n\ncaps {2}/);
  expect(no.stderr).toContain("Carry out these 2 orders? [y/N]");
  expect(standing(scene).checkout).toEqual(before.checkout);
  expect(scene.runs("run-all")).toEqual([]);
  // Does not ask with --quiet or --yes, nor about orders that are done.
  const yes = await ask("y\n", "--quiet");
  expect(yes).toMatchObject({ code: 0, stderr: "" });
  const again = await ask("", "--yes");
  expect(again.stderr).not.toContain("[y/N]");
  expect(again.stdout).toMatch(/PASS {2}.*2 done before/);
  scene.git("merge", "--quiet", "work");
  const merged = await scene.runAll();
  expect([merged.stdout, merged.stderr]).toEqual([
    expect.stringMatching(/PASS {2}.*2 done before/),
    expect.not.stringContaining("git switch"),
  ]);
});

test("run-all checks its orders as a whole first, and refuses with the diagnostics of check", async () => {
  const scene = createPlan();
  const [bad] = [{ kind: "file_exists" as const, path: "elsewhere.js" }];
  scene.order({ id: "WO-03", allowed_files: ["third.js"], postconditions: [bad], preconditions: [bad] });
  const before = standing(scene);
  const { code, stdout, stderr } = await scene.runAll(["--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).errors.map(({ code, wo_id }: Record<string, string>) => [code, wo_id])).toEqual([
    ["E101", "WO-03"],
    ["E103", "WO-03"],
  ]);
  expect(stderr).toContain("[E103] WO-03: ");
  expect(standing(scene)).toEqual(before);
});

test("a file that an earlier order should have made is reported as such", async () => {
  const scene = createPlan();
  const orders = ["WO-01", "WO-02"].map((id) => readJsonFile(scene.orders, `${id}.json`));
  writeFiles(scene.orders, { "WORK_ORDERS_MANIFEST.json": JSON.stringify({ work_orders: orders }) });
  const second = ["run", "wo/WO-02.json", "--repo", "repo", "--artifacts-dir", "runs", "--replay", "exchanges.jsonl"];
  const said =
    /^error: WO-02 needs first\.js, which WO-01 makes: WO-01 is not among the orders to carry out, and .*\n$/;
  const alone = await scene.llmch(second);
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
  rmSync(join(scene.orders, "WO-01.json"));
  const rest = await scene.runAll();
  expect(rest).toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
  expect(scene.runs()).toEqual([]);
  // Without the manifest, an order gets the usual message.
  rmSync(join(scene.orders, "WORK_ORDERS_MANIFEST.json"));
  expect((await scene.llmch(second)).stderr).toContain("PLANNER-CONTRACT BUG");
});

test("--strict makes warnings errors, in check and before a run", async () => {
  const scene = createScene();
  scene.order({ acceptance_commands: ["node -e process.exit() '$HOME'"], postconditions: [] });
  expect((await scene.llmch(["check", "wo"])).stdout).toMatch(/^PASS {2}1 order, 0 errors, 2 warnings\n$/);
  expect(await scene.llmch(["check", "wo", "--strict"])).toMatchObject({
    code: 2,
    stdout: "FAIL  2 errors, 0 warnings\n",
  });
  const told = expect.stringMatching(/^\[W204\] WO-01: .*\n\[W\d+\] WO-01: .*\n$/);
  expect(await scene.llmch(["check", "wo", "--strict", "--quiet"])).toMatchObject({ code: 2, stderr: told });
  const { stdout } = await scene.llmch(["check", "wo", "--strict", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ ok: false, counts: { errors: 2, warnings: 0 }, warnings: [], verify_exempt: {} },
    errors: [{ code: "W204" }, { wo_id: "WO-01" }],
  });
  expect((await scene.llmch(["check", "wo", "--strict", "--format", "github"])).stdout).toMatch(/^::error .*W204/);
  for (const run of [scene.run, scene.runAll]) {
    expect((await run(["--dry-run"])).code).toBe(0);
    const { code, stderr } = await run(["--dry-run", "--strict"]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/^\[W204\] WO-01: /) });
    expect(await run(["--dry-run", "--strict", "--quiet"])).toMatchObject({ code: 1, stderr: told });
  }
});
