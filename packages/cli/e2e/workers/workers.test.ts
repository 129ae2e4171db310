import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { sampleOrder } from "../plan/sample-plan.ts";
import { theServer, withPostgres, workersScene } from "./workers-scene.ts";

withPostgres();

const OPTIONS = { tags: ["postgresql" as const] };
/** The second is not done before a file is there, so that what happens meanwhile happens in time, however busy the machine is. */
const ordersUntil = (go: string) => [
  sampleOrder(1),
  sampleOrder(2, { acceptance_commands: [`sh -c "until test -e ${go}; do sleep 0.1; done"`] }),
];
/** `expect.poll` knows no test among several at once. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 300_000, interval: 200 });
const LANDED = "WO-02: Write part 2\nWO-01: Write part 1";

const begun = async (context: Parameters<typeof workersScene>[0], runRefs = "refs/llmch/runs") => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-go-"));
  context.onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "go");
  const scene = workersScene(context, { orders: ordersUntil(file) });
  const one = scene.worker("one", ["--migrate", "--run-refs", runRefs]);
  await eventually(() => expect(one.said()).toContain("takes jobs of"));
  const id = await scene.submit(
    "run-all",
    scene.folder,
    "--repo",
    scene.scene.repo,
    "--branch",
    "work",
    "--push",
    "each",
  );
  const ref = `${runRefs}/${id}`;
  /** Waits until an order has landed, and that is in the remote. */
  const landed = () => eventually(() => expect(scene.remoteGit("log", "--format=%s", "--all")).toContain("WO-01: "));
  const log = () => scene.remoteGit("log", "--format=%s", "main..work");
  const go = () => writeFileSync(file, "");
  return { ...scene, one, id, ref, landed, log, go };
};

test.concurrent(
  "orders become commits of a branch in the remote, and whoever looks sees the run",
  OPTIONS,
  async (context) => {
    const { one, id, passes, llmch, log, remoteGit, ref, go } = await begun(context);
    go();
    await passes(id, one);
    expect(log()).toBe(LANDED);
    expect((await llmch("show", id)).stdout).toContain("WO-02");
    expect((await llmch("diff", id)).stdout).toContain("part-2.js");
    expect(remoteGit("log", "--first-parent", "--format=%B", ref)).toMatch(/Llmch-Epoch: 1\nLlmch-Worker: llmch-/);
    expect(await one.end()).toBe(0);
  },
);

test.concurrent("what a worker was killed at another goes on with: each order lands once", OPTIONS, async (context) => {
  const { one, worker, id, passes, landed, llmch, log, remoteGit, ref, go } = await begun(
    context,
    "refs/heads/llmch-runs",
  );
  await landed();
  one.child.kill("SIGKILL");
  const two = worker("two");
  go();
  await passes(id, two);
  expect((await llmch("show", id)).stdout).toContain("WO-02");
  expect(remoteGit("for-each-ref", "refs/llmch")).toBe("");
  const other = worker("three", ["--migrate", "--run-refs", "refs/llmch/runs"]);
  expect(await other.ended, other.said()).toBe(1);
  expect(other.said()).toContain("are at refs/heads/llmch-runs");
  expect(log()).toBe(LANDED);
  expect(remoteGit("log", "-1", "--format=%B", ref)).toContain("Llmch-Epoch: 2");
});

test.concurrent(
  "a worker that stood still, and was thought dead, lands nothing when it wakes",
  OPTIONS,
  async (context) => {
    const { one, worker, id, passes, landed, log, go } = await begun(context);
    await landed();
    one.all("SIGSTOP");
    const two = worker("two");
    go();
    await passes(id, two);
    one.all("SIGCONT");
    await eventually(() => expect(one.said()).toContain(`${id} was taken over by another worker`));
    expect(log()).toBe(LANDED);
    expect(await one.end()).toBe(0);
  },
);

test.concurrent(
  "a worker that is told to end leaves its job to the next, which goes on at once",
  OPTIONS,
  async (context) => {
    const { one, worker, id, passes, landed, log, go } = await begun(context);
    await landed();
    expect(await one.end()).toBe(0);
    const two = worker("two");
    go();
    await passes(id, two);
    // Not after a lease of 30 seconds.
    expect(two.said()).not.toContain("later");
    expect(log()).toBe(LANDED);
  },
);

test.concurrent("a remote that is away for a while is waited for", OPTIONS, async (context) => {
  const { one, id, passes, landed, log, remote, go } = await begun(context);
  await landed();
  renameSync(remote, `${remote}-away`);
  go();
  await eventually(() => expect(one.said()).toMatch(/cannot be published yet|is away/));
  await setTimeout(3000);
  renameSync(`${remote}-away`, remote);
  await passes(id, one);
  expect(log()).toBe(LANDED);
});

test("a database that is away for a while is not needed for what is in work", OPTIONS, async (context) => {
  const { one, id, passes, landed, log, go } = await begun(context);
  await landed();
  await theServer().kill();
  await eventually(() => expect(one.said()).toContain("the database is away"));
  await setTimeout(3000);
  await theServer().start();
  go();
  await passes(id, one);
  expect(log()).toBe(LANDED);
  expect(one.said().match(/the database is away/g)).toHaveLength(1);
  expect(one.said()).toContain("the database is back");
});
