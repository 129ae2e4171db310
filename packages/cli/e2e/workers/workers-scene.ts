import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Postgres, processesWith, startPostgres } from "@llmch/testkit";
import { afterAll, beforeAll, expect, type TestContext } from "vitest";
import { BINARY } from "../command-line.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, gitIn } from "../scene.ts";

let postgres: Postgres | undefined;
export const withPostgres = (): void => {
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
};

export const theServer = (): Postgres => {
  if (postgres === undefined) throw new Error("PostgreSQL was not started");
  return postgres;
};

/** A worker, as a machine of its own would run it: with a cache and a home of its own, and the team's key. */
export interface WorkerProcess {
  readonly child: ChildProcess;
  said(): string;
  readonly ended: Promise<number | null>;
  /** Sends a signal to everything that runs on its machine. */
  all(signal: NodeJS.Signals): void;
  /** Ends it as Ctrl-C does, and gives its exit code. */
  end(): Promise<number | null>;
}

export const SPEC = "# Two parts\n\nBuild a small program in two parts.\n";

/** A repo with a remote, a database, and people and workers who have nothing else in common but a key. */
export const workersScene = (
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  {
    own = {},
    orders = [sampleOrder(1), sampleOrder(2)],
  }: {
    readonly own?: object;
    readonly orders?: readonly ReturnType<typeof sampleOrder>[];
  } = {},
) => {
  const database = theServer().database();
  const scene = createScene();
  const remote = join(scene.root, "remote.git");
  scene.git("clone", "--quiet", "--bare", scene.repo, remote);
  scene.git("remote", "add", "origin", remote);
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan([...orders])),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  const folder = join(scene.root, "two-parts");
  mkdirSync(folder);
  for (const order of orders) writeFileSync(join(folder, `${order.id}.json`), JSON.stringify(order));
  const settings = join(scene.root, "own-settings.json");
  const models = { planner: { model: `replay:${scene.record}` }, factory: { model: `replay:${scene.record}` } };
  writeFileSync(settings, JSON.stringify({ ...models, run: { sandbox: "off" }, ...own }));
  const key = join(scene.root, "team-key");
  writeFileSync(key, "k".repeat(64), { mode: 0o600 });
  const common = {
    ...{ PATH: process.env.PATH ?? "", LLMCH_CONFIG: settings, LLMCH_KEY_FILE: key, LLMCH_DATABASE_URL: database },
    ...{
      GIT_AUTHOR_NAME: "Ann",
      GIT_AUTHOR_EMAIL: "ann@example.org",
      GIT_COMMITTER_NAME: "Ann",
      GIT_COMMITTER_EMAIL: "ann@example.org",
    },
  };
  const machine = (name: string, more: object = {}) => {
    const home = join(scene.root, name);
    const temporary = join(home, "tmp");
    for (const each of [home, temporary]) mkdirSync(each, { recursive: true });
    return { ...common, HOME: home, TMPDIR: temporary, ...more };
  };
  const person = machine("person");
  const llmch = (...argv: readonly string[]) => scene.llmch(argv, { env: person, process: true });
  const worker = (name: string, flags: readonly string[] = [], more: object = {}, local = ["--allow-local"]) => {
    const argv = [BINARY, "worker", ...local, ...flags];
    const child = spawn(process.execPath, argv, {
      cwd: scene.root,
      env: machine(name, more),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (text += String(data)));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const end = async () => {
      child.kill("SIGTERM");
      return ended;
    };
    const all = (signal: NodeJS.Signals): void => {
      child.kill(signal);
      for (const pid of processesWith(`${join(scene.root, name)}/`)) process.kill(Number(pid), signal);
    };
    onTestFinished(async () => {
      all("SIGKILL");
      await ended;
    });
    const made: WorkerProcess = { child, said: () => text, all, end, ended };
    return made;
  };
  const submit = async (...argv: readonly string[]): Promise<string> => {
    const told = await llmch("submit", ...argv, "--json");
    const id = told.code === 0 ? String(JSON.parse(told.stdout).run_id) : "";
    if (id === "") throw new Error(`${told.stdout}${told.stderr}`);
    return id;
  };
  const stateOf = async (id: string): Promise<string> => {
    const told = await llmch("runs", "--json");
    if (told.code !== 0) throw new Error(told.stdout + told.stderr);
    const runs: readonly { readonly run_id: string; readonly state: string }[] = JSON.parse(told.stdout).runs;
    return runs.find(({ run_id }) => run_id === id)?.state ?? "none";
  };
  const until = async (id: string, ...states: readonly string[]): Promise<string> => {
    for (;;) {
      const state = await stateOf(id);
      if (states.includes(state)) return state;
      await setTimeout(500);
    }
  };
  /** Waits until a job has ended, and says why if it has not passed. */
  const passes = async (id: string, by: WorkerProcess): Promise<void> => {
    const state = await until(id, "passed", "failed", "stopped", "refused");
    const why = state === "passed" ? "" : `${(await llmch("show", id)).stdout}${by.said()}`;
    expect(state, why).toBe("passed");
  };
  const remoteGit = gitIn(remote);
  return { scene, key, remote, remoteGit, folder, database, llmch, machine, worker, submit, until, passes };
};
