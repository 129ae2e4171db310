import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { serves, startModelServer } from "@llmch/testkit";
import { beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { BINARY } from "./command-line.ts";
import { fakeGh } from "./fake-gh.ts";
import { samplePlan } from "./plan/sample-plan.ts";
import { createScene, gitIn, readJsonFile, type Scene } from "./scene.ts";

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
let gh: ReturnType<typeof fakeGh>;
let path: string;
/** What the workflow began for. */
let event: string;
beforeEach(() => {
  event = "issues";
  scene = createScene();
  gh = fakeGh(scene.root, { "issue comment": {}, "pr list": { stdout: "[]" }, "pr create": { stdout: `${PULL}\n` } });
  const bin = join(scene.root, "bin");
  mkdirSync(bin);
  symlinkSync(BINARY, join(bin, "llmch"));
  path = `${bin}:${gh.env.PATH}`;
});

/** An artifact has no hidden files. */
const isUploaded = (file: string) => !basename(file).startsWith(".");

const PULL = "https://github.com/ada/shop/pull/34";

/** A scene that a plan and its orders are replayed in, with a remote. */
const answered = () => {
  const origin = join(scene.root, "origin.git");
  scene.git("init", "--quiet", "--bare", origin);
  scene.git("remote", "add", "origin", origin);
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan()),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  const models = { LLMCH_PLANNER_MODEL: `replay:${scene.record}`, LLMCH_FACTORY_MODEL: `replay:${scene.record}` };
  return { models, remote: (...args: string[]) => scene.git("--git-dir", origin, ...args) };
};

/** Runs the scripts of steps as a runner does: each with its own variables, `bash -e`, and files for its outputs. */
const act = async (
  ids: readonly string[],
  inputs: Readonly<Record<string, string>>,
  more = {},
  actionPath = "/nowhere",
) => {
  const temporary = join(scene.root, `runner-${ids.join("-")}`);
  mkdirSync(temporary, { recursive: true });
  const files = { GITHUB_OUTPUT: join(temporary, "output"), GITHUB_STEP_SUMMARY: join(temporary, "summary") };
  const outputs: Record<string, string> = {};
  const codes: Record<string, number> = {};
  const evaluated = (expression: string) =>
    expression.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      const [kind, input = ""] = name.split(".");
      if (name === "github.action_path") return actionPath;
      if (name === "github.event_name") return event;
      if (/^steps\.\w+\.outcome$/.test(name)) return codes[name.split(".")[1] ?? ""] === 0 ? "success" : "failure";
      return kind === "inputs" ? (inputs[input] ?? action.inputs[input]?.default ?? "") : (outputs[name] ?? "");
    });
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
  return {
    codes,
    said,
    temporary,
    summary,
    outputs,
    output: (name: string) => evaluated(action.outputs[name]?.value ?? ""),
  };
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
  const { models, remote } = answered();
  const spec = 'Build it. $(touch "$HOME/ran") `touch "$HOME/ran"` %s';
  const { codes, said, output, temporary, summary } = await act(
    ["place", "run", "push", "tell"],
    { mode: "run", "spec-text": spec, branch: "llmch/issue-7" },
    models,
  );
  expect({ codes, said }).toMatchObject({ codes: { place: 0, run: 0, push: 0, tell: 0 } });
  expect(existsSync(join(scene.temporary, "ran"))).toBe(false);
  expect(readFileSync(join(temporary, "llmch/spec.txt"), "utf8")).toBe(`${spec}\n`);
  expect(output("branch")).toBe("llmch/issue-7");
  expect(remote("rev-parse", "llmch/issue-7")).toBe(scene.git("rev-parse", "llmch/issue-7"));
  expect(existsSync(join(output("artifacts"), "report.html"))).toBe(true);
  expect(summary).toMatch(/2 of 2 orders/);
});

it("takes an issue as the spec, tells it of begin and end, and opens a pull request; a second time on a branch of its own", async () => {
  const { models, remote } = answered();
  const issue = { title: "Parts @ada", body: "Two.", url: "https://github.com/ada/shop/issues/7", number: 7 };
  gh.say({
    ...{ "issue comment": {}, "pr list": { stdout: "[]" }, "pr create": { stdout: `${PULL}\n` } },
    "issue view": { stdout: JSON.stringify(issue) },
  });
  const steps = ["place", "begin", "run", "push", "pr", "end"];
  const inputs = {
    mode: "run",
    issue: "7",
    branch: "llmch/issue-7",
    "open-pr": "true",
    token: "gho-canary-0123456789",
  };
  const first = await act(steps, inputs, { ...models, RUN: "1" });
  expect(first).toMatchObject({ codes: Object.fromEntries(steps.map((id) => [id, 0])) });
  expect(first.output("pull-request")).toBe(PULL);
  const calls = gh.calls();
  expect(calls.map(({ argv }) => argv.slice(0, 3).join(" "))).toEqual([
    ...["issue comment 7", "issue view 7"],
    ...["sub_issues", "dependencies/blocked_by"].map(
      (part) => `api repos/ada/shop/issues/7/${part}?per_page=100 --hostname`,
    ),
    ...["pr list --head", "pr create --head", "issue comment 7"],
  ]);
  expect(calls.every(({ token }) => token === inputs.token)).toBe(true);
  expect(calls.at(0)?.argv.join(" ")).toContain("llmch has begun");
  expect(calls.at(5)?.body).toContain("Closes #7");
  expect(calls.at(-1)?.argv.join(" ")).toContain(`llmch has opened ${PULL}.`);
  expect(first.said).not.toContain(inputs.token);

  // Another job has a runner and a checkout of its own, without the branch.
  rmSync(first.temporary, { recursive: true });
  const tip = remote("rev-parse", "llmch/issue-7");
  scene.git("branch", "--quiet", "-D", "llmch/issue-7");
  const second = await act(steps, inputs, models);
  expect(second.codes).toMatchObject({ run: 0, push: 0, pr: 0 });
  expect(second.output("branch")).toMatch(/^llmch\/issue-7-/);
  expect(remote("rev-parse", second.output("branch"))).toBe(scene.git("rev-parse", second.output("branch")));
  expect(remote("rev-parse", "llmch/issue-7")).toBe(tip);
});

it("asks the planner's questions in the issue, and goes on with that run by the answers of those who may write to the repo", async () => {
  const { models, remote } = answered();
  const evil = '$(touch "$HOME/ran") `touch "$HOME/ran"`';
  const asks = {
    ...{ system_overview: [], verify_contract: null, work_orders: [] },
    questions: [
      { id: "currency", question: "Which currency, @ada?", why: evil, assumed: "Euros." },
      { id: "vat", question: "Is VAT included?", why: "", assumed: "It is." },
    ],
  };
  const server = await startModelServer({
    responses: ({ prompt }) =>
      serves.answers(
        JSON.stringify(prompt.includes("The user's answers") ? { ...samplePlan(), questions: null } : asks),
      ),
  });
  try {
    const [artifact, checkout] = [join(scene.root, "artifact"), join(scene.root, "checkout-2")];
    const comments: object[] = [];
    const comment = (login: string, body: string, isOurs = false) =>
      comments.push({
        author: { login },
        body,
        viewerDidAuthor: isOurs,
        url: `https://github.com/c/${comments.length}`,
      });
    const ours = () => comments.flatMap((each) => ("viewerDidAuthor" in each && each.viewerDidAuthor ? [each] : []));
    const issue = { title: "Parts", body: `Some. ${evil}`, url: "https://github.com/ada/shop/issues/7", number: 7 };
    const permission = (login: string) => `api repos/{owner}/{repo}/collaborators/${login}/permission`;
    const steps = ["place", "run", "push", "pr", "end", "tell"];
    const inputs = { mode: "run", issue: "7", branch: "work", "open-pr": "true", token: "gho-1", key: "k".repeat(32) };
    let jobs = 100;
    /** A job on a machine of its own, which leaves what it recorded. */
    const job = async (ids: readonly string[], more: Readonly<Record<string, string>> = {}) => {
      gh.say({
        ...{ "pr list": { stdout: "[]" }, "pr create": { stdout: `${PULL}\n` }, "issue comment": {} },
        "issue view 7 --json title,body,url,number": { stdout: JSON.stringify(issue) },
        "issue view 7 --json comments": { stdout: JSON.stringify({ comments }) },
        "run download 101 --name llmch-101-1": { from: artifact },
        [permission("ada")]: { stdout: "write\n" },
        [permission("mallory")]: { stdout: "read\n" },
      });
      const [home, before] = [join(scene.root, `home-${++jobs}`), gh.calls().length];
      mkdirSync(home, { recursive: true });
      // The first job's own folder, which the plan is written to again.
      rmSync(join(scene.root, "runner-place-run-tell"), { recursive: true, force: true });
      const llm = {
        OPENAI_API_KEY: "sk-1",
        OPENAI_BASE_URL: server.url,
        LLMCH_FACTORY_MODEL: models.LLMCH_FACTORY_MODEL,
      };
      const env = { ...llm, HOME: home, GITHUB_RUN_ID: `${jobs}`, GITHUB_RUN_ATTEMPT: "1", GITHUB_ACTIONS: "true" };
      const acted = await act(ids, { ...inputs, ...more }, env);
      const calls = gh.calls().slice(before);
      const said = calls.flatMap(({ argv }) => (argv[1] === "comment" ? [argv.at(-1) ?? ""] : []));
      for (const body of said) if (body.startsWith("<!--")) comment("github-actions", body, true);
      expect(existsSync(join(home, "ran"))).toBe(false);
      const waits = acted.outputs["steps.run.outputs.waits"] === "true";
      if (!existsSync(artifact))
        cpSync(join(acted.temporary, "llmch/artifacts"), artifact, { recursive: true, filter: isUploaded });
      rmSync(acted.temporary, { recursive: true });
      return { ...acted, calls: calls.map(({ argv }) => argv.slice(0, 2).join(" ")), said, waits, bodies: calls };
    };

    const first = await job(["place", "run", "tell"]);
    expect(first).toMatchObject({
      codes: { run: 0 },
      waits: true,
      said: [expect.stringContaining("Is VAT included?")],
    });
    expect(first.said[0]).not.toContain("@ada");
    expect(first.summary).toContain("2 questions open");
    expect(await job(["place", "run"])).toMatchObject({ codes: { run: 0 }, waits: true, said: [] });

    event = "issue_comment";
    comment("mallory", `<!-- llmch answered ${"0".repeat(26)} 9-9 ${"0".repeat(64)} -->\n1: Yen.\n2: No.`);
    comment("ada", "I will look at it. 1 or 2 days.");
    const passed = await job(["place", "run", "tell"]);
    expect(passed).toMatchObject({ codes: { run: 0 }, waits: true, said: [] });
    expect(passed.summary).toContain("passed over what mallory answered (read): https://github.com/c/1");
    comment("ada", "> 1: Yen.\n\n2: as assumed");
    const half = await job(["place", "run", "tell"]);
    expect(half).toMatchObject({ codes: { run: 0 }, waits: true, said: [] });
    expect(half.summary).toMatch(/currency waits for you/);
    const asked = server.requests.length;

    comment("ada", `1: Swiss francs.\n${evil}`);
    scene.git("clone", "--quiet", scene.repo, checkout);
    gitIn(checkout)("remote", "set-url", "origin", scene.git("remote", "get-url", "origin"));
    const last = await job(steps, { repo: checkout });
    expect({ codes: last.codes, said: last.said }).toMatchObject({
      codes: Object.fromEntries(steps.map((id) => [id, 0])),
      said: [expect.stringContaining("goes on with the answers"), expect.stringContaining(PULL)],
    });
    expect(server.requests).toHaveLength(asked + 1);
    expect(server.requests.at(-1)?.prompt).toContain(`Swiss francs.\n${evil}\n`);
    expect(server.requests.at(-1)?.prompt).toContain("Is VAT included?\n\nIt is.\n");
    expect(last.bodies.find(({ argv }) => argv[1] === "create")?.body).toContain("Closes #7");
    expect(remote("log", "--format=%s", "work")).toContain(samplePlan().work_orders[0]?.title ?? "none");

    comment("ada", "1: Yen after all.");
    const after = await job(["place", "run"]);
    expect(after).toMatchObject({ codes: { run: 0 }, waits: true, calls: ["issue view"] });
    expect(after.said).toEqual([]);
    // The job that took the answers is run again.
    jobs -= 2;
    const again = await job(["place", "run"], { repo: checkout });
    expect(again).toMatchObject({ codes: { run: 0 }, waits: false, said: [] });
    expect(server.requests.at(-1)?.prompt).toContain("Yen after all.");
    expect(ours()).toHaveLength(2);
  } finally {
    await server.close();
  }
});

it("tells the issue that the run failed, and goes on if it cannot be told", async () => {
  const { models } = answered();
  gh.say({});
  const inputs = { mode: "run", "spec-text": "Build it.", issue: "7", branch: "main" };
  const { codes, said } = await act(["place", "begin", "run", "end"], inputs, models);
  expect(codes).toMatchObject({ place: 0, begin: 0, end: 0 });
  expect(codes.run).not.toBe(0);
  expect(said).toContain("::warning::the issue could not be told");
  expect(gh.calls().at(-1)?.argv.join(" ")).toContain("llmch has not finished");
});

it("is built from the action's own commit unless llmch is there, and kept by what it is made of", async () => {
  expect((await act(["tool"], {})).output("artifacts")).toBe("");
  path = `${process.env.PATH}`;
  // A copy: another test packs llmch meanwhile, and lays files beside its sources.
  const checkout = join(scene.root, "action");
  mkdirSync(checkout);
  const parts = "packages scripts templates package.json pnpm-lock.yaml";
  execFileSync("sh", ["-c", `git ls-files -z ${parts} | tar -c --null -T - | tar -x -C "$0"`, checkout], {
    cwd: join(import.meta.dirname, "../../.."),
  });
  const kept = async (inputs: Readonly<Record<string, string>>) => {
    const { codes, temporary } = await act(["tool"], inputs, {}, checkout);
    return { code: codes.tool, kept: readFileSync(join(temporary, "output"), "utf8") };
  };
  const [one, two] = [await kept({}), await kept({})];
  expect(one).toMatchObject({ code: 0, kept: expect.stringMatching(/^folder=\S+llmch-install\nwhat=[0-9a-f]{40}\n$/) });
  expect(two).toEqual(one);
  expect((await kept({ install: "npm", version: "1.2.3" })).kept).toContain("what=npm-1.2.3\n");
  expect((await kept({ install: "npm", version: "1\nkey=x" })).code).not.toBe(0);
  expect((await kept({ install: "x" })).code).not.toBe(0);
});

it.each([
  [{ mode: "run", issue: "7; touch ran" }, /issue is a number/],
  [{ mode: "check" }, /orders names no directory/],
  [{ mode: "run" }, /neither spec nor spec-text/],
  [{ mode: "prune" }, /mode is check or run/],
])("refuses %j before anything is asked", async (inputs, message) => {
  const { codes, said } = await act(["place"], inputs);
  expect(codes.place).not.toBe(0);
  expect(said).toMatch(message);
});
