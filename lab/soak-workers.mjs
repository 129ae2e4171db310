// Kills and stops machines, and cuts the database and the remote off, while workers carry out jobs whose answers are counted. Then compares
// what is in the remote with what one machine makes of the same orders (`pnpm soak-workers`). Exits with 1 if anything differs.
//   --kills N (default 30)   --stops N (10)   --machines N (4), of two slots each   --seed S   --keep
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { randomOf } from "./side-by-side/random-plan.mjs";
import { faultsOf } from "./workers/faults-of.mjs";
import { paidTwice } from "./workers/paid-twice.mjs";
import { openScene, writeOrders } from "./workers/scene.mjs";

const number = (value) => ({ type: "string", default: String(value) });
const keep = { type: "boolean", default: false };
const { values } = parseArgs({
  options: { kills: number(30), stops: number(10), machines: number(4), seed: number(1), keep },
});
const [SLOTS, ORDERS, ANSWER_MS, STOP_MS] = [2, 4, 3000, 45_000];
/** So long after the last disaster, all jobs have ended. */
const LIMIT_MS = 300_000;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "llmch-soak-"));
const random = randomOf(Number(values.seed));
const between = (least, most) => least + random() * (most - least);
const began = performance.now();
const say = (line) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}`);

const scene = await openScene(root, folder, ANSWER_MS);
const { remote, postgres, database } = scene;
const machines = Array.from({ length: Number(values.machines) }, (_, index) => scene.machine(`m${index + 1}`, SLOTS));
const queue = scene.openQueue(say);
/** What happened to whom, from when to when. */
const events = [];
const happens = async (what, who, ms, undo) => {
  const event = { what, who, from: performance.now(), to: Number.POSITIVE_INFINITY };
  events.push(event);
  say(`${what} ${who}, ${(ms / 1000).toFixed(0)} s`);
  await setTimeout(ms);
  await undo();
  event.to = performance.now();
};

const strike = async (what, machine) => {
  if (what === "stop") machine.signal("SIGSTOP");
  else machine.kill();
  await happens(what, machine.name, what === "stop" ? STOP_MS : between(0, 20_000), () =>
    what === "stop" ? machine.signal("SIGCONT") : machine.start(),
  );
};

/** A kill or a stop every few seconds, of a machine that is well. */
const disasters = async () => {
  const left = { kill: Number(values.kills), stop: Number(values.stops) };
  const ill = new Set();
  const struck = [];
  while (left.kill + left.stop > 0) {
    await setTimeout(between(6000, 14_000));
    const well = machines.filter((machine) => !ill.has(machine));
    const machine = well[Math.floor(random() * well.length)];
    if (machine === undefined) continue;
    const what = random() * (left.kill + left.stop) < left.kill ? "kill" : "stop";
    left[what] -= 1;
    ill.add(machine);
    struck.push(strike(what, machine).then(() => ill.delete(machine)));
  }
  await Promise.all(struck);
};

/** The database and the remote are away in turn, now and then for longer than a lease. */
const cuts = async () => {
  for (let count = 0; !isOver; count++) {
    await setTimeout(between(15_000, 35_000));
    const ms = count % 6 === 4 ? 40_000 : between(2000, 12_000);
    if (count % 2 === 0) {
      await postgres.kill();
      await happens("cut", "database", ms, postgres.start);
    } else {
      renameSync(remote, `${remote}-away`);
      await happens("cut", "remote", ms, () => renameSync(`${remote}-away`, remote));
    }
  }
};

const jobs = [];
const ordersOf = (job) => join(folder, `orders-${job}`);
/** Puts a job in whenever one has ended, until the last disaster is over; then waits for all. Gives how many are open at last. */
const work = async () => {
  for (let until = Number.POSITIVE_INFINITY; ; await setTimeout(1000)) {
    if (isOver) until = Math.min(until, performance.now() + LIMIT_MS);
    const rows = await database.sql`select run from llmch.jobs where is_open`.catch(() => null);
    if (rows === null) continue;
    if ((isOver && rows.length === 0) || performance.now() > until) return rows.length;
    if (isOver || rows.length >= machines.length * SLOTS + 1) continue;
    const job = jobs.length;
    const orders = ordersOf(job);
    if (!written.has(job)) writeOrders(orders, job, ORDERS);
    written.add(job);
    const id = await scene.submit(queue, orders, `job-${job}`).catch((fault) => void say(`submit: ${fault.stack}`));
    if (id) jobs.push(id);
  }
};
const written = new Set();

let isOver = false;
for (const machine of machines) machine.start();
const working = work();
const cutting = cuts();
await disasters();
isOver = true;
await cutting;
say("the last disaster is over");
const open = await working;
say(`${jobs.length} jobs, of which ${open} are open`);
await queue.update();
const faults = await faultsOf(scene, { queue, jobs, ordersOf });
for (const { name, end } of machines) {
  const code = await end();
  if (code !== 0) faults.push(`the worker of ${name} ended with ${code}`);
}
const paid = paidTwice(scene.asked, events, ANSWER_MS);
for (const line of paid.lines) console.log(line);
faults.push(...paid.faults);
for (const fault of faults) console.log(`FAULT  ${fault}`);
if (values.keep || faults.length > 0) {
  for (const { name, said } of machines) console.log(`--- ${name}\n${said()}`);
  console.log(`${folder} is kept`);
}
console.log(`${jobs.length} jobs, ${events.length} disasters and cuts, ${faults.length} faults`);
await scene.close();
if (!values.keep && faults.length === 0) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
process.exit(faults.length === 0 ? 0 : 1);
