import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Keys } from "@llmch/app";
import { createQueue, type Job, type Queue } from "@llmch/app/queue";
import { createWeather, databaseAddress, databaseFolder, openDatabase, openDatabaseQueue, work } from "@llmch/workers";
import { expect, onTestFinished } from "vitest";
import { BINARY } from "../command-line.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, gitIn, type Scene } from "../scene.ts";

export const SPEC = "# Two parts\n\nBuild a small program in two parts.\n";

/** What jobs are made of: a repo, orders in a folder, a record that answers, and the user's own settings. */
export const prepared = (own: object = {}, orders = [sampleOrder(1), sampleOrder(2)], push = "never") => {
  const scene = createScene();
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan(orders)),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  // Its orders stand in a folder too, for what needs no plan.
  const folder = join(scene.root, "two-parts");
  mkdirSync(folder);
  for (const order of orders) writeFileSync(join(folder, `${order.id}.json`), JSON.stringify(order));
  const settings = join(scene.root, "own-settings.json");
  const models = { planner: { model: `replay:${scene.record}` }, factory: { model: `replay:${scene.record}`, push } };
  writeFileSync(settings, JSON.stringify({ ...models, run: { sandbox: "off" }, ...own }));
  const env = {
    ...{ PATH: process.env.PATH ?? "", HOME: scene.root, TMPDIR: scene.temporary },
    ...{ XDG_STATE_HOME: join(scene.root, "state"), LLMCH_CONFIG: settings },
  };
  return { scene, folder, env };
};

/** Where jobs are, whatever carries them out. */
interface Place {
  readonly queue: Queue;
  readonly scene: Scene;
  /** Has a job carried out as far as it goes. */
  carry(id: string): Promise<void>;
}

const doing = ({ queue, scene: { repo, root }, carry }: Place) => {
  const submit = async (operation: string, request: object, more: object = {}): Promise<string> => {
    const asked = { operation, request: { repo, ...request }, given: {}, cwd: root, ...more };
    const done = await queue.submit(asked);
    if (!done.ok) throw new Error(JSON.stringify(done.issues));
    return done.value.id;
  };
  const now = async (id: string): Promise<Job> => {
    const job = await queue.job(id);
    if (job === null) throw new Error(`no job ${id}`);
    // The list, which keeps what does not change, tells the same.
    const listed = (await queue.jobs()).find((each) => each.id === id);
    expect(listed).toEqual(job);
    return job;
  };
  const carriedOut = async (id: string): Promise<Job> => {
    await carry(id);
    return now(id);
  };
  return { submit, now, carriedOut };
};

/** A queue in a folder, whose jobs are carried out by llmch itself, with answers from the scene's record. */
export const queued = (...asked: Parameters<typeof prepared>) => {
  const { scene, folder, env } = prepared(...asked);
  const data = join(scene.root, "data");
  const open = () =>
    createQueue(data, { env, whole: env, secrets: [], cwd: scene.root, program: [process.execPath, BINARY] });
  const queue = open();
  const llmch = (...argv: readonly string[]) => scene.llmch([...argv, "--artifacts-dir", queue.root], { env });
  const begin = async (id: string) => {
    const job = await queue.job(id);
    const started = job === null ? null : await queue.start(job);
    if (started?.ok !== true) throw new Error(JSON.stringify(started?.issues));
    return started.value;
  };
  const carry = async (id: string) => (await begin(id)).ended;
  const shared = { where: scene.repo, git: scene.git, share: () => {} };
  return { scene, folder, queue, open, llmch, begin, ...shared, ...doing({ queue, scene, carry }) };
};

/** The same in a database, whose jobs a worker carries out that has nothing of the scene but its remote. */
export const queuedInDatabase = async (url: string, ...[own, orders]: Parameters<typeof prepared>) => {
  const { scene, folder, env: alone } = prepared(own, orders, "end");
  const remote = join(scene.root, "remote.git");
  scene.git("clone", "--quiet", "--bare", scene.repo, remote);
  scene.git("remote", "add", "origin", remote);
  const env = { ...alone, LLMCH_DATABASE_URL: url, LLMCH_REPO_CACHE: join(scene.root, "cache") };
  const address = databaseAddress(undefined, env);
  const database = address.ok && address.value ? await openDatabase(address.value, { migrate: true }) : null;
  if (database?.ok !== true) throw new Error(JSON.stringify(database?.issues));
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  onTestFinished(() => database.value.close());
  const place = { ...databaseFolder(database.value.shown, env), env, say, weather: createWeather(say) };
  const installed = { env, whole: alone, program: [process.execPath, BINARY] as const };
  const starter = { ...installed, secrets: [], cwd: scene.root };
  const open = () => {
    const opened = openDatabaseQueue(database.value, { ...place, starter });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    return opened.value;
  };
  const queue = open();
  const keys: Keys = { env, secrets: [], with: () => keys };
  const carry = async (id: string): Promise<void> => {
    const end = new AbortController();
    const worker = work(database.value, {
      ...{ ...installed, slots: 2, keys, cache: join(scene.root, "worker") },
      ...{ allowsLocal: true, publicRecords: false, stop: end.signal, say },
    });
    while (["queued", "running"].includes((await queue.job(id))?.state ?? "none")) await setTimeout(200);
    end.abort();
    await worker;
  };
  const llmch = (...argv: readonly string[]) => scene.llmch(argv, { env, process: true });
  const shared = { where: remote, git: gitIn(remote), share: () => scene.git("push", "--quiet", "origin", "main") };
  return {
    scene,
    folder,
    queue,
    open,
    llmch,
    said,
    database: database.value,
    ...shared,
    ...doing({ queue, scene, carry }),
  };
};

export const decideFirst = async (
  queue: Queue,
  job: Job,
  decision: "approve" | "reject",
  text: string | null = null,
) => {
  const [need] = job.needs;
  if (need === undefined) throw new Error("it waits for nothing");
  return queue.decide(job.id, { decision, text }, { id: need.id, sha256: need.sha256 });
};
