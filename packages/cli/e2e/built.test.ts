import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { samplePlan } from "./plan/sample-plan.ts";
import { createScene, readJsonFile, type Scene } from "./scene.ts";

// Most tests run commands from source, in this process. Here each is the built bundle, in chunks, as a process.
let scene: Scene;
const built = (argv: readonly string[], more = {}) => scene.llmch(argv, { process: true, ...more });
beforeAll(() => {
  scene = createScene();
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan()) });
});

const AT = ["--artifacts-dir", "runs"];
const FACTORY = ["--repo", "repo", "--replay", "exchanges.jsonl", ...AT];

describe("what is built makes", () => {
  it("settings", async () => {
    expect(await built(["init", "--repo", "repo"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/PASS {2}.* is written/),
    });
    rmSync(join(scene.repo, "llmch.config.json"));
  });

  it("a plan", async () => {
    const plan = ["plan", "--spec", "-", "--replay", "exchanges.jsonl", "--outdir", "planned", ...AT];
    expect(await built(plan, { input: "Build it.\n" })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^PASS {2}2 work orders/),
    });
  });

  it("a run, a run-all, and resumes one", async () => {
    scene.order();
    scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
    const run = ["run", "--work-order", "wo/WO-01.json", "--branch", "one", ...FACTORY];
    expect(await built(run)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^PASS {2}WO-01 /) });
    scene.order({ id: "WO-02", allowed_files: ["b.js"] });
    const all = ["run-all", "wo", "--branch", "all", ...FACTORY];
    expect(await built(all)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^PASS {2}WO-01 .*\nFAIL {2}WO-02 .*\nFAIL {2}1 of 2/),
    });
    scene.answers({ "WO-02/attempt-1": scene.answer({ "b.js": "2\n" }) });
    const resumed = await built(["resume", "--replay", "exchanges.jsonl", ...AT]);
    expect(resumed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/PASS {2}WO-02 .*\nPASS {2}2 of 2 orders \(1 done before\)/),
    });
  });
});

it.each([
  [["check", "planned"], 0],
  [["check", "planned", "--format", "sarif"], 0],
  [["check", "exchanges.jsonl", "--repo", "repo"], 4],
  [["graph", "planned", "--format", "svg"], 0],
  [["explain", "e104"], 0],
  [["config", "--repo", "repo"], 0],
  [["doctor", "wo", "--repo", "repo", ...AT], 1],
  [["runs", "--all", ...AT], 0],
  [["show", ...AT], 0],
  [["cost", "--by", "model", ...AT], 0],
  [["report", ...AT], 0],
  [["audit", ...AT], 0],
  [["schema", "work-order"], 0],
  [["schema", "work-ordr"], 1],
  [["completion", "zsh"], 0],
  [["complete", "--", "show", "--artifacts-dir", "runs", ""], 0],
  [["run", "--help"], 0],
  [["run-all", "nowhere"], 1],
  [["run-al"], 1],
] as const)("what is built says what its source says: %j", async (argv, code) => {
  const byProcess = await built(argv);
  expect(byProcess).toMatchObject({ code, signal: null });
  expect(steady(byProcess)).toEqual(steady(await scene.llmch(argv)));
});

it("an older Node gets one line that says which version is needed", async () => {
  const preload = join(scene.root, "older.cjs");
  writeFileSync(preload, 'Object.defineProperty(process, "versions", { value: { node: "20.18.3" } });');
  expect(await built(["check", "planned"], { env: { NODE_OPTIONS: `--require=${preload}` } })).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "llmch needs Node 20.19 or newer: this is Node 20.18.3\n",
  });
  expect(readJsonFile(dirname(import.meta.dirname), "package.json").engines).toEqual({ node: ">=20.19" });
});

it.each([
  [["--version"], false],
  [["schema", "work-order"], false],
  [["check", "planned", "--no-repo"], false],
  [["runs", ...AT], false],
  [["doctor", "--offline", "--repo", "repo", ...AT], true],
] as const)("%j loads what starts programs, if it starts any: %j", async (argv, starts) => {
  const preload = join(scene.root, "loaded.cjs");
  writeFileSync(preload, LOADED);
  const { stderr } = await built(argv, { env: { NODE_OPTIONS: `--require=${preload}` } });
  const loaded = stderr.split("\n").flatMap((line) => /^loaded: (.*)/.exec(line)?.[1]?.split(" ") ?? []);
  expect(STARTERS.map((name) => loaded.includes(name))).toEqual(STARTERS.map(() => starts));
  // What speaks with agents is for orders that one carries out.
  expect(loaded.filter((name) => name.includes(SPEAKER))).toEqual([]);
  expect(
    readdirSync(join(dirname(import.meta.dirname), "dist/chunks")).filter((name) => name.includes(SPEAKER)),
  ).not.toEqual([]);
});

/** Names each chunk that was loaded, and its packages: its first line has them. */
const LOADED = `process.on("exit", () => {
  const chunks = Object.keys(require.cache).filter((path) => path.endsWith(".cjs") && path.includes("/chunks/"));
  for (const path of chunks) console.error("loaded: " + path.split("/").at(-1) + " " + require("node:fs").readFileSync(path, "utf8").split("\\n", 1)[0].slice(3));
});`;
const SPEAKER = "ask-acp-";
const STARTERS = ["execa", "simple-git"];

it("a record names the commit that llmch was built from", () => {
  const { version } = readJsonFile(scene.runs("planner")[0] ?? "", "run.json");
  const root = dirname(dirname(dirname(import.meta.dirname)));
  expect(existsSync(join(root, ".git")) ? version : "0.1.0+0123456789").toMatch(/^0\.1\.0\+[0-9a-f]{10}(-dirty)?$/);
});

/** Without the free disk space, which others change. */
const steady = ({ stdout, ...rest }: Awaited<ReturnType<typeof built>>) => ({
  ...rest,
  stdout: stdout.replaceAll(/[\d.]+ GB free/g, "GB free"),
});
