import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createQueue } from "@llmch/app/queue";
import { removeTree } from "@llmch/files";
import { readRequest } from "@llmch/store";
import { createRedactor, type JsonObject, jsonObject } from "@llmch/text";
import { type Act, addAct, isMarked, marked, noteState, takeTurn } from "../database/jobs.ts";
import { isLocal, readersOf } from "../transport/remote.ts";
import { fetchRun } from "./fetch-run.ts";
import type { WorkerHost } from "./host.ts";
import { addFiles, endProcesses, makePlace } from "./place.ts";
import { type Claim, createPublisher, Lost, type Scene } from "./publisher.ts";

/**
 * What became of a row: done; not its turn yet, or left for another worker to go on with; or no longer this worker's, so that nothing is
 * said of it any more.
 */
export type Ending = { readonly kind: "done"; readonly output: JsonObject } | { readonly kind: "later" | "lost" };

const KEY_HINT = "name the key of whoever began it: LLMCH_KEY_FILE";
const LOOK_MS = 1000;
/** A kill costs the answers of so long. */
const PUBLISH_MS = 10_000;
/** How long a process may take to put everything back. */
const ENDS_WITHIN_MS = 10_000;

/** Carries out what a row asks for: fetches the run, has llmch go on with it, and publishes it. */
export const carryOut = async (act: Act, claim: Claim, host: WorkerHost): Promise<Ending> => {
  const { database, weather, stop } = host;
  const { run } = act;
  const turn = await weather.lasting(() => takeTurn(database, { run, ...claim, worker: host.name }), stop);
  if (turn === undefined || turn === null) return { kind: "later" };
  const { job, epoch } = turn;
  const refuse = async (code: string, message: string, hint: string): Promise<Ending> => {
    host.say(`${run} is refused: ${message}`);
    await weather.lasting(
      () => noteState(database, run, epoch, { state: "refused", isOpen: false, published: null, branch: null }),
      stop,
    );
    return { kind: "done", output: jsonObject({ errors: [{ code, message, hint }], exit_code: 1 }) };
  };
  if (isLocal(job.repo) && !host.allowsLocal)
    return refuse("usage", "a worker takes no path as a repo", "give its address, or start workers with --allow-local");
  const readers = host.publicRecords ? "some" : await readersOf(job.repo, host.env);
  if (readers === "nobody knows") {
    host.say(`${run} waits: its remote does not answer, so nobody knows who can read it`);
    return { kind: "later" };
  }
  if (readers === "anybody")
    return refuse(
      "usage",
      "anybody can read that remote, and so the run's prompts and hidden commands",
      "use a private one, or start workers with --public-records",
    );
  const fetched = await fetchRun(job, host);
  if (fetched === null) return { kind: "later" };
  if ("refused" in fetched) return refuse("not-resumable", fetched.refused, KEY_HINT);
  const { remote, published } = fetched;
  // While the remote was away, another turn was taken and published: the database may be away by now, and cannot say so.
  if (published !== null && published.epoch > epoch) return { kind: "lost" };
  const made = await makePlace(fetched, job, host);
  if (!made.ok) throw new Error(made.issues[0]);
  const place = made.value;
  if ("files" in act && published === null) addFiles(place.root, act.files);
  const asked = readRequest(host.env, { directory: join(place.root, job.kind, run), runId: run });
  if (asked?.ok !== true || !asked.value.isOwn || asked.value.request.repo !== job.repo || !isMarked(act, host.env)) {
    removeTree(place.folder);
    return refuse("not-resumable", "its row is not what was asked for with the team's key", KEY_HINT);
  }
  try {
    return await workOn(act, claim, { job, epoch, remote, published, place }, host);
  } catch (fault) {
    if (!(fault instanceof Lost)) throw fault;
    host.say(`${run} was taken over by another worker: what it did here since is dropped`);
    return { kind: "lost" };
  } finally {
    endProcesses(place.root, "SIGKILL");
    removeTree(place.folder);
  }
};

/** Has llmch go on with a run that is laid out here, and publishes what comes of it. */
const workOn = async (act: Act, claim: Claim, scene: Scene, host: WorkerHost): Promise<Ending> => {
  const { database, weather, stop, env, keys, program } = host;
  const { run } = scene.job;
  const { root, repo, folder } = scene.place;
  const publisher = await createPublisher(claim, scene, host);
  const isDone = publisher.acts.includes(claim.work);
  // What a run was begun with, it may have taken up and removed since.
  if (act.act === "decide" && !isDone) addFiles(root, act.files);
  const whole = { ...host.whole, LLMCH_FOR: host.name };
  const queue = createQueue(folder, { env, secrets: keys.secrets, cwd: folder, program, whole, repo });
  // From here on, nobody else publishes it: whoever had it before finds another commit.
  const before = scene.published === null ? null : await queue.job(run);
  if (!(await publisher.publishAtLast(before))) return { kind: "later" };
  publisher.did(claim.work);
  if (!isDone && act.act === "go-on") await queue.goOn(run, { skip: act.skip, brief: act.brief });
  if (!isDone && act.act === "cancel") await queue.cancel(run);

  const watch = async (ended: Promise<true>): Promise<void> => {
    let [publishedAt, key] = [performance.now(), ""];
    while (!stop.aborted && !(await Promise.race([ended, setTimeout(LOOK_MS, false)]))) {
      if (await publisher.isCancelled()) await queue.cancel(run);
      const now = await queue.job(run);
      const needs = now?.needs.map(({ id }) => id);
      const happened = JSON.stringify([now?.state, now?.progress, needs, await publisher.pushed(now)]);
      if (happened === key && performance.now() - publishedAt < PUBLISH_MS) continue;
      [publishedAt, key] = [performance.now(), happened];
      await publisher.publish(now);
    }
  };
  for (let job = await queue.job(run); job?.state === "queued" && !stop.aborted; job = await queue.job(run)) {
    const started = await queue.start(job);
    if (!started.ok) break;
    const ended = started.value.ended.then(() => true as const);
    try {
      await watch(ended);
    } finally {
      // Unless it has ended: the job is another worker's by now, or this one is to end.
      endProcesses(root, "SIGHUP");
      await Promise.race([ended, setTimeout(ENDS_WITHIN_MS)]);
    }
  }
  const last = await queue.job(run);
  if (!(await publisher.publishAtLast(last, true)) || (stop.aborted && last?.state === "queued"))
    return { kind: "later" };
  const until = last?.state === "waiting" ? last.needs.flatMap((need) => need.until ?? [])[0] : undefined;
  if (until !== undefined)
    await weather.lasting(() => addAct(database, marked({ act: "resume", run }, env), new Date(until)), stop);
  return { kind: "done", output: createRedactor(keys.secrets).value(jsonObject({ state: last?.state ?? "removed" })) };
};
