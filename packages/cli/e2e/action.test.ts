import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { BINARY } from "./command-line.ts";
import { samplePlan } from "./plan/sample-plan.ts";
import { createScene, readJsonFile, type Scene } from "./scene.ts";

/** The part of action.yml that is tested here. */
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.array(
      z.object({
        id: z.string().optional(),
        run: z.string().optional(),
        shell: z.literal("bash").optional(),
        env: z.record(z.string(), z.string()).default({}),
      }),
    ),
  }),
});
const ACTION = join(import.meta.dirname, "../../../action.yml");
const action = actionSchema.parse(parse(readFileSync(ACTION, "utf8")));

let scene: Scene;
let path: string;
beforeAll(() => {
  scene = createScene();
  const bin = join(scene.root, "bin");
  mkdirSync(bin);
  symlinkSync(BINARY, join(bin, "llmch"));
  path = `${bin}:${process.env.PATH}`;
});

/** Runs the scripts of steps as a runner does: each with its own variables, `bash -e`, and files for its outputs. */
const act = async (ids: readonly string[], inputs: Readonly<Record<string, string>>, more = {}) => {
  const temporary = join(scene.root, `runner-${ids.join("-")}`);
  mkdirSync(temporary, { recursive: true });
  const files = { GITHUB_OUTPUT: join(temporary, "output"), GITHUB_STEP_SUMMARY: join(temporary, "summary") };
  const outputs: Record<string, string> = {};
  const evaluated = (expression: string) =>
    expression.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      const [kind, input = ""] = name.split(".");
      return kind === "inputs" ? (inputs[input] ?? action.inputs[input]?.default ?? "") : (outputs[name] ?? "");
    });
  const codes: Record<string, number> = {};
  let said = "";
  for (const id of ids) {
    const step = action.runs.steps.find((each) => each.id === id);
    const script = join(temporary, `${id}.sh`);
    writeFileSync(script, step?.run ?? "exit 99");
    writeFileSync(files.GITHUB_OUTPUT, "");
    const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, evaluated(value)]));
    const ended = await promisify(execFile)("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: scene.repo,
      env: { PATH: path, HOME: scene.temporary, RUNNER_TEMP: temporary, ...files, ...more, ...env },
    }).catch((fault: { code: number; stdout: string; stderr: string }) => fault);
    codes[id] = "code" in ended ? ended.code : 0;
    said += ended.stdout + ended.stderr;
    for (const line of readFileSync(files.GITHUB_OUTPUT, "utf8").split("\n")) {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) outputs[`steps.${id}.outputs.${name}`] = value;
    }
  }
  const summary = existsSync(files.GITHUB_STEP_SUMMARY) ? readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") : "";
  return { codes, said, temporary, summary, output: (name: string) => evaluated(action.outputs[name]?.value ?? "") };
};

it("no script of the action holds an expression: a stranger's text is a variable, never a command", () => {
  for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
  expect(action.inputs.version?.default).toBe(readJsonFile(join(import.meta.dirname, ".."), "package.json").version);
});

it("checks work orders, and leaves what it found as SARIF", async () => {
  scene.order({ acceptance_commands: ['python -c "x ="'] });
  const { codes, output } = await act(["install", "place", "check"], { mode: "check", orders: scene.orders });
  expect(codes).toEqual({ install: 0, place: 0, check: 2 });
  const sarif = JSON.parse(readFileSync(output("sarif"), "utf8"));
  expect(sarif.runs[0].results).toContainEqual(expect.objectContaining({ ruleId: "E006" }));
});

it("plans a spec, carries it out on a branch, pushes it, and reports it", async () => {
  const origin = join(scene.root, "origin.git");
  scene.git("init", "--quiet", "--bare", origin);
  scene.git("remote", "add", "origin", origin);
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan()),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  const spec = 'Build it. $(touch "$HOME/ran") `touch "$HOME/ran"` %s';
  const { codes, said, output, temporary, summary } = await act(
    ["place", "run", "push", "tell"],
    { mode: "run", "spec-text": spec, branch: "llmch/issue-7" },
    { LLMCH_PLANNER_MODEL: `replay:${scene.record}`, LLMCH_FACTORY_MODEL: `replay:${scene.record}` },
  );
  expect({ codes, said }).toMatchObject({ codes: { place: 0, run: 0, push: 0, tell: 0 } });
  expect(existsSync(join(scene.temporary, "ran"))).toBe(false);
  expect(readFileSync(join(temporary, "llmch/spec.txt"), "utf8")).toBe(`${spec}\n`);
  expect(output("branch")).toBe("llmch/issue-7");
  expect(scene.git("--git-dir", origin, "rev-parse", "llmch/issue-7")).toBe(scene.git("rev-parse", "llmch/issue-7"));
  expect(existsSync(join(output("artifacts"), "report.html"))).toBe(true);
  expect(summary).toMatch(/2 of 2 orders/);
});

it.each([
  [{ mode: "check" }, /orders names no directory/],
  [{ mode: "run" }, /neither spec nor spec-text/],
  [{ mode: "prune" }, /mode is check or run/],
])("refuses %j before anything is asked", async (inputs, message) => {
  const { codes, said } = await act(["place"], inputs);
  expect(codes.place).not.toBe(0);
  expect(said).toMatch(message);
});
