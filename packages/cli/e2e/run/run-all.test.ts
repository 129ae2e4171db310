import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, readJsonFile, type Scene, sceneOrder } from "../scene.ts";

/** Orders that each write one file; all but those left out have answers. */
const writeOrders = (scene: Scene, numbers: readonly number[], leftOut: readonly number[] = []): void => {
  for (const number of numbers) {
    const id = `WO-${String(number).padStart(2, "0")}`;
    const path = `file-${number}.txt`;
    scene.order({ id, title: `Write ${path}`, allowed_files: [path] });
    if (!leftOut.includes(number)) scene.answers({ [`${id}/attempt-1`]: scene.answer({ [path]: `${number}\n` }) });
  }
};

/** The orders 1 to 4, of which some depend on others. */
const dependingScene = (dependsOn: Readonly<Record<number, readonly string[]>>): Scene => {
  const scene = createScene({ files: { "scripts/verify.sh": "true\n" } });
  writeOrders(scene, [1, 2, 3, 4]);
  for (const [number, depends_on] of Object.entries(dependsOn)) {
    const path = `file-${number}.txt`;
    scene.order({ id: `WO-0${number}`, title: `Write ${path}`, allowed_files: [path], depends_on: [...depends_on] });
  }
  return scene;
};

const subjects = (scene: Scene, branch: string) =>
  scene.git("log", "--reverse", "--format=%s", branch).split("\n").slice(1);
const titles = (...numbers: number[]) => numbers.map((n) => `WO-${String(n).padStart(2, "0")}: Write file-${n}.txt`);

test.concurrent("carries out orders in numeric order, each in its own commit", async () => {
  const scene = createScene();
  writeOrders(scene, [10, 2, 1, 100]);
  renameSync(join(scene.orders, "WO-02.json"), join(scene.orders, "WO-2.json"));
  writeFileSync(join(scene.orders, "WORK_ORDERS_MANIFEST.json"), "{}");
  writeFileSync(join(scene.orders, "NOTES.md"), "");
  const out = join(scene.root, "copies");
  const { code, stdout } = await scene.runAll(["--branch", "work", "--create-branch", "--out", out]);
  expect(code).toBe(0);
  expect(stdout.split("\n").map((line) => line.slice(0, 12))).toEqual([
    ...["PASS  WO-01 ", "PASS  WO-02 ", "PASS  WO-10 ", "PASS  WO-100"],
    ...["PASS  4 of 4", ""],
  ]);
  expect(subjects(scene, "work")).toEqual(titles(1, 2, 10, 100));
  expect(scene.runs()).toHaveLength(4);
  expect(readdirSync(out)).toEqual(["WO-01", "WO-02", "WO-10", "WO-100"]);
  expect(readJsonFile(out, "WO-10/run_summary.json")).toMatchObject({ work_order_id: "WO-10", verdict: "PASS" });
  expect(existsSync(join(out, "WO-10/attempt_1/se_prompt.txt"))).toBe(true);
  expect(scene.leftovers()).toEqual([]);
});

test.concurrent("--out replaces an earlier copy, and no file of anybody else's", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const out = join(scene.root, "copy");
  const copy = (branch: string) => scene.run(["--branch", branch, "--out", out]);
  await copy("one");
  const first = String(readJsonFile(out, "run.json").run_id);
  await copy("two");
  expect(readJsonFile(out, "run.json").run_id).not.toBe(first);
  for (const [name, text] of [
    ["run.json", '{"mine": true}'],
    ["run.json", '{"run_id": "01"}'],
    ["events.jsonl", "mine"],
  ] as const) {
    rmSync(out, { recursive: true });
    mkdirSync(out);
    writeFileSync(join(out, name), text);
    const { code, stderr } = await copy(`three-${text.length}`);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/warning: the artifacts could not be copied to .*copy/)]);
    expect(readFileSync(join(out, name), "utf8")).toBe(text);
  }
  // A run's own record, in a store other than today's.
  const record = join(scene.root, "others", first);
  cpSync(join(scene.artifacts, "factory", first), record, { recursive: true });
  const { stderr } = await scene.run(["--branch", "four", "--out", record]);
  expect(stderr).toMatch(/warning: the artifacts could not be copied to /);
  expect(readJsonFile(record, "run.json").run_id).toBe(first);
});

test.concurrent.each([
  [
    "cut off",
    '{"system_overview": [], "verify_contract": {"command": "false", "requires": []}, "work_orders": []',
    /E000/,
  ],
  ["a list", "[]", /\[E000\] WORK_ORDERS_MANIFEST\.json holds no JSON object/],
  ["empty", "", /\[E000\] WORK_ORDERS_MANIFEST\.json is not JSON/],
])("is refused beside a manifest that is %s, since it may say how the repo is verified", async (_, manifest, why) => {
  const scene = createScene();
  writeOrders(scene, [1]);
  writeFileSync(join(scene.orders, "WORK_ORDERS_MANIFEST.json"), manifest);
  for (const { code, stderr } of [await scene.runAll(["--branch", "work"]), await scene.run(["--branch", "work"])])
    expect([code, stderr]).toEqual([1, expect.stringMatching(why)]);
  expect(scene.git("branch", "--list", "work")).toBe("");
});

test.concurrent("carries out part of the orders, which can be resumed", async () => {
  const scene = createScene();
  const contract = { command: "true", requires: [{ kind: "file_exists", path: "file-4.txt" }] };
  writeOrders(scene, [1, 2, 3, 4], [3]);
  const needs = { preconditions: [{ kind: "file_exists", path: "file-1.txt" } as const] };
  scene.order({
    ...needs,
    id: "WO-04",
    title: "Write file-4.txt",
    allowed_files: ["file-4.txt"],
    postconditions: [{ kind: "file_exists", path: "file-4.txt" }],
  });
  scene.order({
    id: "WO-01",
    title: "Write file-1.txt",
    allowed_files: ["file-1.txt"],
    postconditions: [{ kind: "file_exists", path: "file-1.txt" }],
  });
  writeFileSync(
    join(scene.orders, "WORK_ORDERS_MANIFEST.json"),
    JSON.stringify({ verify_contract: contract, work_orders: [] }),
  );
  const early = await scene.runAll(["--branch", "work", "--only", "WO-04"]);
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("WO-04 needs file-1.txt, which WO-01 makes")]);
  const stranger = await scene.runAll(["--branch", "work", "--from", "WO-09"]);
  expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining("WO-09 is not in the plan")]);

  expect(await scene.runAll(["--branch", "work", "--until", "WO-02"])).toMatchObject({ code: 0 });
  expect(subjects(scene, "work")).toEqual(titles(1, 2));
  const part = ["--branch", "work", "--only", "WO-04, WO-03", "--from", "WO-02"];
  expect((await scene.runAll(part)).stdout).toMatch(/^FAIL {2}WO-03 {2}exception .*\nFAIL {2}0 of 2 orders/);
  scene.answers({ "WO-03/attempt-1": scene.answer({ "file-3.txt": "3\n" }) });
  const resumed = await scene.llmch(["resume", "--artifacts-dir", scene.artifacts]);
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.anything()]);
  expect(subjects(scene, "work")).toEqual(titles(1, 2, 3, 4));
  expect(await scene.llmch(["audit", "--artifacts-dir", scene.artifacts])).toMatchObject({ code: 0 });
});

test.concurrent("stops at the first that fails, with its code, and continues where it stopped", async () => {
  const scene = createScene();
  writeOrders(scene, [1, 2, 3], [2]);
  const first = await scene.runAll(["--branch", "work"]);
  expect(first.code).toBe(1);
  expect(first.stdout).toMatch(
    /^PASS {2}WO-01 .*\nFAIL {2}WO-02 {2}exception .*\nFAIL {2}1 of 3 orders passed; WO-02 failed \(exception\) {2}on work\n$/,
  );
  expect(first.stderr).toMatch(
    /to continue:\n {2}llmch resume \S+ .*\n {2}llmch show .* --prompt\n {2}or repeat the command with --branch work, which picks up edited orders/,
  );
  expect(subjects(scene, "work")).toEqual(titles(1));

  scene.answers({ "WO-02/attempt-1": scene.answer({ "file-2.txt": "2\n" }) });
  const second = await scene.runAll(["--branch", "work", "--reuse-branch", "--json"]);
  expect(JSON.parse(second.stdout)).toMatchObject({
    ok: true,
    skipped: ["WO-01"],
    counts: { orders: 3, passed: 2, skipped: 1 },
  });
  expect(subjects(scene, "work")).toEqual(titles(1, 2, 3));

  const third = await scene.runAll(["--branch", "work"]);
  expect(third.code).toBe(0);
  expect(third.stdout).toMatch(
    /^(SKIP {2}WO-0[123] .*\n){3}PASS {2}3 of 3 orders \(3 done before\) {2}NO TEST RAN, 3 checks\n$/,
  );
  expect(scene.runs()).toHaveLength(4);

  const places = ["--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  const keyless = await scene.llmch(["run-all", scene.orders, ...places, "--branch", "work"]);
  expect([keyless.code, keyless.stdout]).toEqual([0, third.stdout]);
  const unfinished = await scene.llmch(["run-all", scene.orders, ...places, "--branch", "other"]);
  expect([unfinished.code, unfinished.stderr]).toEqual([1, expect.stringContaining("OPENAI_API_KEY is not set")]);
});

test.concurrent("carries out a changed order again, and skips one if only its provenance changed", async () => {
  const scene = createScene();
  writeOrders(scene, [1, 2]);
  expect((await scene.runAll(["--branch", "work"])).code).toBe(0);
  const provenance = {
    planner_run_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    compile_hash: "0",
    manifest_sha256: "0",
    bootstrap: false,
  };
  scene.order({ id: "WO-01", title: "Write file-1.txt", allowed_files: ["file-1.txt"], provenance });
  scene.order({ id: "WO-02", title: "Write file-2.txt", allowed_files: ["file-2.txt"], intent: "Write it anew." });
  scene.answers({ "WO-02/attempt-1": scene.answer({ "file-2.txt": "two\n" }, { "file-2.txt": "2\n" }) });
  const { stdout } = await scene.runAll(["--branch", "work"]);
  expect(stdout).toMatch(/^SKIP {2}WO-01 .*\nPASS {2}WO-02 .*\nPASS {2}2 of 2 orders \(1 done before\)/);
  expect(subjects(scene, "work")).toEqual(titles(1, 2, 2));
});

test.concurrent("uses one generated branch, named after the first order", async () => {
  const scene = createScene();
  const plan = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const provenance = { planner_run_id: plan, compile_hash: "0", manifest_sha256: "0", bootstrap: false };
  writeOrders(scene, [1, 2]);
  expect((await scene.runAll()).code).toBe(0);
  scene.order({ id: "WO-01", allowed_files: ["file-1.txt"], provenance });
  expect((await scene.runAll()).code).toBe(0);
  expect((await scene.run()).code).toBe(0);
  const branches = scene.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
  expect(branches).toEqual([
    ...Array(2).fill(expect.stringMatching(/^llmch\/greet-by-name-[0-9a-hjkmnp-tv-z]{6}$/)),
    expect.stringMatching(/^llmch\/write-file-1-txt-[0-9a-hjkmnp-tv-z]{6}$/),
    "main",
  ]);
  expect(branches.map((branch) => subjects(scene, branch).length).sort()).toEqual([0, 1, 2, 2]);
  const planOf = (branch: string) => scene.git("log", "-1", "--format=%(trailers:key=Llmch-Plan,valueonly)", branch);
  expect(branches.map((branch) => planOf(branch).trim()).sort()).toEqual(["", "", "", plan]);
});

test.concurrent("continues on a branch that --create-branch made, and refuses to make it again", async () => {
  const scene = createScene();
  writeOrders(scene, [1, 2]);
  expect((await scene.runAll(["--branch", "work", "--create-branch"])).code).toBe(0);
  expect(subjects(scene, "work")).toEqual(titles(1, 2));
  const again = await scene.runAll(["--branch", "work", "--create-branch"]);
  expect(again).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("exists already") });
});

test.concurrent.each<readonly [name: string, arrange: (scene: Scene) => void, line: RegExp]>([
  ["a directory without orders", () => {}, /^error: .*wo holds no WO-NN\.json: /],
  [
    "two files of one number",
    ({ orders }) => {
      for (const name of ["WO-01.json", "WO-1.json"]) writeFileSync(join(orders, name), JSON.stringify(sceneOrder()));
    },
    /^error: WO-01\.json and WO-1\.json have the same number: /,
  ],
  [
    "two files with one id",
    ({ orders }) => {
      for (const name of ["WO-01.json", "WO-02.json"]) writeFileSync(join(orders, name), JSON.stringify(sceneOrder()));
    },
    /^\[E001\] WO-01: /,
  ],
  [
    "a file that is not JSON",
    ({ orders }) => writeFileSync(join(orders, "WO-01.json"), "{"),
    /^\[E000\] .*WO-01\.json is not JSON/,
  ],
])("refuses %s", async (_, arrange, line) => {
  const scene = createScene();
  arrange(scene);
  const { code, stdout, stderr } = await scene.runAll();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(line);
  expect(existsSync(scene.artifacts)).toBe(false);
});

test.concurrent("takes the directory from --workdir, and refuses a file in its place", async () => {
  const scene = createScene();
  writeOrders(scene, [1]);
  mkdirSync(join(scene.root, "elsewhere"));
  const flags = ["--repo", scene.repo, "--replay", scene.record];
  const byFlag = await scene.llmch(["run-all", "--workdir", "../wo", ...flags], { cwd: join(scene.root, "elsewhere") });
  expect(byFlag.code).toBe(0);
  expect(readdirSync(join(scene.root, "elsewhere/artifacts/factory"))).toHaveLength(1);
  const file = await scene.llmch(["run-all", "wo/WO-01.json", ...flags]);
  expect(file).toMatchObject({ code: 1, stderr: expect.stringMatching(/is a file, not a directory of work orders: /) });
});

test.concurrent("trailers alone do not make an order done: a commit must hold what the order asks for", async () => {
  const scene = createScene();
  scene.order({ postconditions: [{ kind: "file_exists", path: "greet.js" }] });
  scene.order({ id: "WO-02", allowed_files: ["second.js"], postconditions: [] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": Buffer.from([0xc3, 0x28]).toString("latin1") }),
  });
  expect((await scene.runAll(["--branch", "work"])).code).toBe(0);
  const forge = (commit: string, parent: string) =>
    scene.git("commit-tree", `${parent}^{tree}`, "-p", parent, "-m", scene.git("log", "-1", "--format=%B", commit));
  const [first, second] = ["work~1", "work"];
  scene.git("branch", "forged", forge(second, forge(first, "main")));
  const elsewhere = ["--artifacts-dir", join(scene.root, "others")];
  mkdirSync(join(scene.root, "others"));

  const audited = await scene.llmch([
    "audit",
    "--branch",
    "forged",
    "--repo",
    scene.repo,
    "--artifacts-dir",
    scene.artifacts,
  ]);
  expect(audited.code).toBe(2);
  const unknown = await scene.llmch(["audit", "--branch", "forged", "--repo", scene.repo, ...elsewhere]);
  expect(unknown.code).toBe(0);
  expect(unknown.stderr.match(/^warning: WO-0[12] .*: its trailers alone were checked/gm)).toHaveLength(2);

  const { code, stdout, stderr } = await scene.runAll(["--branch", "forged"]);
  expect(stderr).toMatch(
    /warning: WO-01 is carried out, although .* the postcondition file_exists greet\.js does not hold/,
  );
  expect(stderr).toMatch(/warning: WO-02 is carried out, although .* it changes none of the order's files/);
  expect(stdout).toMatch(/^PASS {2}WO-01 .*\nPASS {2}WO-02 .*\nPASS {2}2 of 2 orders/);
  expect(code).toBe(0);
  // Work done by a run counts, whoever continues it and wherever.
  scene.git("branch", "it's-forged", "forged");
  const again = await scene.runAll(["--branch", "it's-forged", ...elsewhere]);
  expect(again.stdout).toContain("PASS  2 of 2 orders (2 done before)");
  expect(again.stderr).toContain(
    "warning: WO-01, WO-02 count as done by commits that no run recorded here made: their acceptance holds there, and nothing else is verified again",
  );
  expect((await scene.runAll(["--branch", "forged"])).stderr).not.toContain("count as done by commits");
});

test.concurrent("a commit with an order's trailers that also changes another file does not make it done", async () => {
  const scene = createScene();
  scene.order({ allowed_files: ["second.js"], postconditions: [{ kind: "file_exists", path: "second.js" }] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "second.js": "1\n" }) });
  expect((await scene.runAll(["--branch", "work"])).code).toBe(0);
  const message = scene.git("log", "-1", "--format=%B", "work");
  scene.git("checkout", "-qb", "forged", "main");
  scene.write({ "second.js": "junk\n", "NEWS.md": "news\n" });
  scene.git("add", "-A");
  scene.git("commit", "-qm", message);
  scene.git("checkout", "-q", "main");
  const { stdout } = await scene.runAll(["--branch", "forged", "--dry-run"]);
  expect(stdout).toContain("say that it is done: it changes NEWS.md, which is no file of the order");
  expect(stdout).not.toContain("done before");
});

test.concurrent("a commit with an order's trailers at which its acceptance fails does not make it done", async () => {
  const scene = createScene();
  scene.order({ allowed_files: ["second.js"], postconditions: [], acceptance_commands: ["grep -q 1 second.js"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "second.js": "1\n" }) });
  expect((await scene.runAll(["--branch", "work"])).code).toBe(0);
  const message = scene.git("log", "-1", "--format=%B", "work");
  scene.git("checkout", "-qb", "forged", "main");
  scene.write({ "second.js": "junk\n" });
  scene.git("add", "-A");
  scene.git("commit", "-qm", message);
  scene.git("checkout", "-q", "main");
  const { stderr } = await scene.runAll(["--branch", "forged"]);
  expect(stderr).toMatch(/WO-01 is carried out, although .* say that it is done: there, `grep -q 1 second\.js` fails/);
});

test.concurrent("after a squash without trailers, orders that seem done are not carried out again without a question", async () => {
  const scene = createScene();
  scene.order({ allowed_files: ["first.js"], postconditions: [{ kind: "file_exists", path: "first.js" }] });
  scene.order({ id: "WO-02", allowed_files: ["second.js"], postconditions: [] });
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "first.js": "1\n" }),
    "WO-02/attempt-1": scene.answer({ "second.js": "2\n" }),
  });
  expect((await scene.runAll(["--branch", "work", "--only", "WO-01"])).code).toBe(0);
  // On a branch without that work nothing is asked.
  expect((await scene.runAll(["--branch", "other", "--only", "WO-01"])).code).toBe(0);
  const squashed = scene.git("commit-tree", "work^{tree}", "-p", "main", "-m", "All of it");
  scene.git("branch", "squashed", squashed);
  const { code, stderr } = await scene.runAll(["--branch", "squashed"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^.*WO-01 seems done, .*squashed.*: go on with `llmch run-all --from WO-02.*` if so, or .* --allow-stale$/m,
  );
  expect((await scene.runAll(["--branch", "squashed", "--from", "WO-02"])).code).toBe(0);
});

test.concurrent("an order that depends on none, on itself or on a later one is told of, and carried out", async () => {
  const scene = dependingScene({ 1: ["WO-03"], 2: ["WO-02"], 3: ["WO-01"], 4: ["WO-07", "WO-02"] });
  const told = [
    ["WO-01", "WO-03"],
    ["WO-02", "WO-02"],
    ["WO-04", "WO-07"],
  ].map(
    ([id, other]) => `warning: [W228] ${id}: the order depends on "${other}", which is no earlier order of the plan`,
  );
  const dry = await scene.runAll(["--branch", "work", "--dry-run"]);
  expect(dry).toMatchObject({ code: 0 });
  const { code, stdout, stderr } = await scene.runAll(["--branch", "work", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).warnings).toMatchObject(Array(3).fill({ code: "W228", field: "depends_on" }));
  for (const printed of [dry.stdout, stderr])
    expect(printed.split("\n").filter((line) => line.includes("W228"))).toEqual(told);
  const strict = await dependingScene({ 2: ["WO-07"] }).runAll(["--strict"]);
  expect(strict).toMatchObject({ code: 1, stderr: expect.stringContaining("[W228] WO-02: ") });
});

test.concurrent("a misspelt member of an order is told of before it is carried out without it", async () => {
  const scene = createScene();
  scene.order({ depend_on: ["WO-00"] });
  const { code, stdout } = await scene.runAll(["--branch", "work", "--dry-run"]);
  expect(code).toBe(0);
  expect(stdout).toContain('warning: [W229] WO-01: an order has no member "depend_on", so it is ignored: did you mean');
});

test.concurrent("an order that depends on one that is done, or was left out by choice, is not told of", async () => {
  const scene = dependingScene({ 2: ["WO-01"], 4: ["WO-02", "WO-01"] });
  for (const choice of [["--only", "WO-02,WO-04"], ["--from", "WO-04"], []]) {
    const dry = await scene.runAll(["--branch", "work", "--dry-run", ...choice]);
    expect([dry.code, dry.stdout]).toEqual([0, expect.not.stringContaining("W228")]);
  }
  expect((await scene.runAll(["--branch", "work", "--until", "WO-03"])).code).toBe(0);
  rmSync(join(scene.orders, "WO-01.json"));
  const rest = await scene.runAll(["--branch", "work"]);
  expect([rest.code, rest.stderr]).toEqual([0, expect.not.stringContaining("W228")]);
});
