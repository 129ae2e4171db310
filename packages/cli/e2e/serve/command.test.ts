import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sceneEnvironment } from "@llmch/testkit";
import { expect, it, onTestFinished } from "vitest";
import { BINARY } from "../command-line.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, readJsonFile } from "../scene.ts";

type Document = Readonly<Record<string, unknown>>;
const SPEC = "# Two parts\n\nBuild a small program in two parts.\n";

/** A repo, a queue for it, and answers from the scene's record. */
const place = (orders = [sampleOrder(1), sampleOrder(2)]) => {
  const scene = createScene();
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan(orders)),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  const settings = join(scene.root, "own-settings.json");
  const model = `replay:${scene.record}`;
  writeFileSync(settings, JSON.stringify({ planner: { model }, factory: { model }, run: { sandbox: "off" } }));
  const data = join(scene.root, "data");
  const env = {
    ...{ TMPDIR: scene.temporary, LLMCH_CONFIG: settings, HOME: scene.root },
    ...{ XDG_STATE_HOME: join(scene.root, "state"), XDG_CACHE_HOME: join(scene.root, "cache") },
  };
  const llmch = (argv: readonly string[], input = "") =>
    scene.llmch(argv, { cwd: scene.repo, env, input, process: argv[0] === "serve" });
  const submit = async (argv: readonly string[], input = ""): Promise<Document> => {
    const done = await llmch(["submit", "--data", data, "--json", ...argv], input);
    if (done.code !== 0) throw new Error(done.stdout);
    return JSON.parse(done.stdout);
  };
  return { scene, data, env, llmch, submit };
};

/** Starts `llmch serve`, and waits for its first line. */
const serve = async ({ scene, data, env }: Pick<ReturnType<typeof place>, "scene" | "data" | "env">) => {
  const argv = [BINARY, "serve", "--port", "0", "--data", data];
  const child = spawn(process.execPath, argv, { cwd: scene.repo, env: sceneEnvironment(env) });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let stdout = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    stdout += part;
    if (stdout.includes("\n")) break;
  }
  const [link = ""] = stdout.split("\n");
  const token = readFileSync(join(data, "token"), "utf8");
  const api = async (path: string, body?: object): Promise<Document> => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(new URL(`/api/v1/${path}`, link), asked)).json() as Promise<Document>;
  };
  const settled = async (id: unknown, ...states: readonly string[]): Promise<Document> => {
    for (;;) {
      const job = await api(`jobs/${id}`);
      if (states.includes(String(job.state))) return job;
      await setTimeout(150);
    }
  };
  const end = async () => {
    child.kill("SIGTERM");
    return (await ended)[0];
  };
  return { link, api, settled, end };
};

it("what was submitted without a server is carried out once one runs, is decided there, and outlives it", async () => {
  const slow = sampleOrder(2, { acceptance_commands: ["sh -c 'test -e src/part-2.js && sleep 3'"] });
  const { scene, data, env, llmch } = place([sampleOrder(1), slow]);
  const told = await llmch(["submit", "--data", data, "plan", "-"], SPEC);
  const [, plan = ""] = /^job (\w{26}) {2}queued {2}llmch show \1 --artifacts-dir \S+\n$/.exec(told.stdout) ?? [];
  expect(told).toMatchObject({
    code: 0,
    stderr: `nothing is carried out until a server runs: llmch serve --data ${data}\n`,
  });
  expect(readJsonFile(data, "artifacts/planner", plan, "request.json")).toMatchObject({ request: { spec: SPEC } });
  const shown = await llmch(["show", plan, "--artifacts-dir", join(data, "artifacts")]);
  expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining(`llmch resume ${plan}`) });

  const { link, settled, end, api } = await serve({ scene, data, env });
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
  expect([statSync(data).mode & 0o777, statSync(join(data, "token")).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(await settled(plan, "passed", "failed")).toMatchObject({ verdict: "PASS", repo: scene.repo });

  const second = await llmch(["submit", "--data", data, "run-all", plan, "--approve", "plan", "--branch", "work"]);
  expect(second.stderr).toContain(`a server carries it out, at ${new URL(link).origin}; `);
  const [, run = ""] = /^job (\w{26}) /.exec(second.stdout) ?? [];
  const { needs } = await settled(run, "waiting");
  const [need] = needs as readonly Document[];
  await api(`jobs/${run}/decision`, { decision: "approve", of: { id: need?.id, sha256: need?.sha256 } });
  while (!scene.git("log", "--format=%s", "--branches").includes("WO-01")) await setTimeout(150);
  expect(await settled(run, "running", "passed")).toMatchObject({ state: "running" });
  expect(await end()).toBe(0);
  expect((await llmch(["watch", run, "--artifacts-dir", join(data, "artifacts")])).code).toBe(0);
  expect(scene.git("log", "--format=%s", "main..work")).toBe("WO-02: Write part 2\nWO-01: Write part 1");
  const next = await serve({ scene, data, env });
  expect(await next.api(`jobs/${run}`)).toMatchObject({ state: "passed", verdict: "PASS", exit_code: 0 });
  expect(await next.end()).toBe(0);
});

it("a key names the job that is open, and a request that cannot be carried out is refused", async () => {
  const { data, scene, submit, llmch } = place();
  const spec = join(scene.root, "spec.txt");
  writeFileSync(spec, SPEC);
  const first = await submit(["--dedup-key", "nightly", "build", spec, "--budget", "2"]);
  expect(first).toMatchObject({
    command: "submit",
    ok: true,
    state: "queued",
    is_new: true,
    run_id: first.id,
    verdict: null,
  });
  expect(await submit(["build", spec, "--dedup-key", "nightly"])).toMatchObject({ id: first.id, is_new: false });
  expect(await submit(["build", spec])).toMatchObject({ is_new: true });
  for (let pair = 0; pair < 10; pair++) {
    const key = ["--dedup-key", `pair ${pair}`];
    const both = await Promise.all([submit(["build", spec, ...key]), submit(["plan", spec, ...key])]);
    expect(new Set(both.map(({ id }) => id)).size, `pair ${pair}`).toBe(1);
    expect(both.filter(({ is_new: isNew }) => isNew)).toHaveLength(1);
  }
  const asked = readJsonFile(data, "artifacts/build", String(first.id), "request.json");
  expect(asked).toMatchObject({ operation: "build", dedup_key: "nightly", given: { "budget.usd": 2 } });
  for (const argv of [
    ["build", "none.txt"],
    ["plan", spec, "--repo", scene.root],
    ["check", "wo"],
    ["plan"],
    ["run-all", "none"],
  ]) {
    const refused = await llmch(["submit", "--data", data, ...argv, "--json"]);
    expect(refused, argv.join(" ")).toMatchObject({ code: 1 });
    expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, verdict: "REFUSED", errors: [{}] });
  }
  expect(await llmch(["submit", "--data", data, "plan", "-"], "\n")).toMatchObject({ code: 1, stdout: "" });
});

it("a plan that was made in the repo is queued by its id, or as the newest one", async () => {
  const { scene, data, llmch, submit } = place();
  const without = await llmch(["submit", "--data", data, "run-all", "--json"]);
  expect(JSON.parse(without.stdout)).toMatchObject({ verdict: "REFUSED", errors: [{ code: "no-such-run" }] });
  expect((await llmch(["plan", "-"], SPEC)).code).toBe(0);
  const [plan = ""] = readdirSync(join(scene.repo, "artifacts/planner"));
  let id: unknown;
  for (const orders of [[], [plan], [plan.slice(0, 12)]]) {
    ({ id } = await submit(["run-all", ...orders]));
    const asked = readJsonFile(data, "artifacts/run-all", String(id), "request.json");
    const [from, { orders: taken }] = [join(scene.repo, "artifacts/planner", plan, "output"), Object(asked.request)];
    expect(readFileSync(join(taken, "came_from.txt"), "utf8")).toBe(from);
  }
  const carried = await llmch(["resume", String(id), "--artifacts-dir", join(data, "artifacts")]);
  expect(carried).toMatchObject({ code: 0, stdout: expect.stringContaining("PASS") });
});

it("one server runs a folder, prints more links, and says what is in its way", async () => {
  const { scene, data, env, llmch } = place();
  const none = await llmch(["serve", "--data", data, "--link"]);
  expect(none).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("llmch serve") });
  const { link, end } = await serve({ scene, data, env });
  const again = await llmch(["serve", "--data", data, "--port", "0"]);
  expect(again).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("llmch serve --link") });
  const more = await llmch(["serve", "--data", data, "--link"]);
  expect(more).toMatchObject({ code: 0, stderr: "" });
  expect([new URL(more.stdout).origin, more.stdout === `${link}\n`]).toEqual([new URL(link).origin, false]);
  expect(await end()).toBe(0);

  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const refused = await llmch(["serve", "--data", data, "--port", port]);
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("--port 0") });
  const nowhere = await llmch(["serve", "--data", data, "--port", "0", "--repo", scene.root]);
  expect(nowhere).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("--repo") });
});

it("no other command loads the server", async () => {
  const { scene, data, llmch: _, env } = place();
  const chunks = join(dirname(dirname(BINARY)), "dist/chunks");
  const ofServer = readdirSync(chunks).filter((name) => {
    const text = readFileSync(join(chunks, name), "utf8");
    return /^\/\/.*\bcroner\b/.test(text) || text.includes("/api/v1/links");
  });
  expect(ofServer).not.toEqual([]);
  const loaded = join(scene.root, "loaded.cjs");
  writeFileSync(loaded, 'process.on("exit", () => process.stderr.write(Object.keys(require.cache).join("\\n")));');
  const NODE_OPTIONS = `--require=${loaded}`;
  for (const argv of [["runs"], ["--help"], ["serve", "--help"], ["submit", "--data", data, "ask", "Why?"]]) {
    const { stderr } = await scene.llmch(argv, { cwd: scene.repo, process: true, env: { ...env, NODE_OPTIONS } });
    expect(stderr).toContain("main");
    for (const chunk of ofServer) expect(stderr, argv.join(" ")).not.toContain(chunk);
    expect(stderr).not.toMatch(/\bzod\b/);
  }
});
