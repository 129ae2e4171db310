import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { loadSources } from "../../scripts/build/load-sources.mjs";
import { openScene, writeOrders } from "../workers/scene.mjs";
import { median } from "./measure.mjs";

/** Long enough that four jobs at once are no question of two cores. */
const ANSWER_MS = 10_000;
const WORKERS = 4;
/** So many are carried out before and after, to compare with. */
const ALONE = 2;
const FEW = 20;
const KIND = "run-all";

/**
 * What a queue in a database costs.
 * @param {string} root the workspace's root
 * @param {string} place an empty folder
 * @param {{ jobs: number, queued: number }} counts how many are carried out, and how many wait
 * @returns null where there is no PostgreSQL
 */
export const costsOfWorkers = async (root, place, { jobs, queued }) => {
  const servers = 'export { hasPostgres } from "./src/database/start-postgres.ts";';
  if (!(await loadSources(root, servers, "packages/testkit")).hasPostgres()) return null;
  const scene = await openScene(root, place, ANSWER_MS);
  try {
    const [one, ...others] = Array.from({ length: WORKERS }, (_, index) => scene.machine(`m${index + 1}`, 1));
    const carry = carrier(scene, place);
    const before = await carry(ALONE, [one]);
    const together = await carry(jobs, [one, ...others]);
    const after = await carry(ALONE, [one]);
    const alone = ((before + after) / 2 / ALONE) * jobs;
    const fill = filler(scene, place);
    await fill(FEW);
    const few = await claims(scene, FEW / 2);
    await fill(queued);
    return {
      together,
      alone,
      ratio: together / (alone / WORKERS),
      few,
      ...(await listed(scene, queued)),
      many: await claims(scene, FEW),
    };
  } finally {
    await scene.close();
  }
};

/** Carries jobs of one order out, and tells how long it took from the first claim to the last end. */
const carrier = (scene, place) => {
  const queue = scene.openQueue();
  const { sql } = scene.database;
  let made = 0;
  return async (count, machines) => {
    const ids = [];
    for (let job = 0; job < count; job++) {
      made += 1;
      ids.push(await scene.submit(queue, writeOrders(join(place, `orders-${made}`), made, 1), `job-${made}`));
    }
    for (const machine of machines) machine.start();
    while ((await sql`select 1 from llmch.jobs where is_open`).length > 0) await setTimeout(500);
    for (const machine of machines) await machine.end();
    const [{ took, passed }] = await sql`
      select extract(epoch from max(finished_at) - min(started_at)) * 1000 as took,
        count(*) filter (where output->>'state' = 'passed') as passed
      from llmch.workflow_runs where input->>'run' in ${sql(ids)}`;
    if (Number(passed) !== count) throw new Error(`${passed} of ${count} jobs passed`);
    return Number(took);
  };
};

/** Queues jobs as a submit does, without bringing its copies up to date before each. */
const filler = ({ sources, database, envOf, remote }, place) => {
  const env = envOf("filler");
  const root = join(place, "queued");
  const orders = writeOrders(join(place, "orders"), 0, 1);
  return async (count) => {
    for (let job = 0; job < count; job++) {
      const run = sources.newRunId();
      const branch = `queued-${run}`;
      const request = { orders, repo: remote, branch };
      const asked = { operation: KIND, request, given: { "factory.push": "each" }, cwd: place };
      await sources.writeRequest(env, { root, kind: KIND, runId: run, isElsewhere: true }, asked);
      const folder = join(root, KIND, run);
      const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const files = Object.fromEntries(
        paths.map(({ parentPath, name }) => {
          const path = join(parentPath, name);
          return [path.slice(root.length + 1), readFileSync(path).toString("base64")];
        }),
      );
      const row = { run, kind: KIND, repo: remote, branch, dedupKey: null };
      await sources.addJob(database, row, { act: "begin", run, files });
    }
  };
};

const timeOf = async (work) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** How long it takes to claim a job and to take its turn, as a worker does. */
const claims = async ({ sources, database }, count) => {
  const times = [];
  for (let claim = 0; claim < count; claim++) {
    const workerId = `bench-${claim}`;
    const took = await timeOf(async () => {
      const { id, input } = await database.engine.claimWorkflowRun({ workerId, leaseDurationMs: 30_000 });
      if ((await sources.takeTurn(database, { run: input.run, work: id, worker: workerId })) === null)
        throw new Error("a job that waits for nobody was not taken");
    });
    times.push(took);
  }
  return median(times);
};

/** How long the list takes somebody who has seen none of it, and who has. */
const listed = async ({ sources, database, envOf, openQueue }, queued) => {
  const rows = await timeOf(() => sources.listJobs(database));
  const queue = openQueue(() => {}, envOf("newcomer"));
  const list = async () => {
    const all = await queue.jobs();
    const waiting = all.filter(({ state }) => state === "queued").length;
    if (waiting < queued) throw new Error(`${waiting} jobs of ${all.length} are queued`);
  };
  const first = await timeOf(list);
  // What it has just asked, it does not ask again.
  await setTimeout(1500);
  return { rows, first, second: await timeOf(list) };
};
