import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { samplePlan } from "./plan/sample-plan.ts";
import { createScene, type Scene } from "./scene.ts";

const FACE = join(import.meta.dirname, "json-lines-face.mjs");

interface Line {
  readonly id: unknown;
  readonly event?: { readonly type: string; readonly run_id: string };
  readonly outcome?: {
    readonly ok: boolean;
    readonly exitCode: number;
    readonly value: Readonly<Record<string, unknown>> | null;
    readonly issues: readonly { readonly code: string; readonly message: string }[];
  };
  readonly fault?: string;
  readonly known?: readonly string[];
}

/** Starts the face, gives it these lines at once, and returns what it wrote until it ended. */
const facing = (options: object, lines: readonly (string | object)[], cwd: string): Promise<readonly Line[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [FACE, JSON.stringify(options)], {
      cwd,
      stdio: ["pipe", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      said += part;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      expect(code).toBe(0);
      resolve(
        said
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
    });
    child.stdin.end(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  });

/** What the face wrote about one request. */
const about = (lines: readonly Line[], id: unknown) => {
  const own = lines.filter((line) => line.id === id);
  const events = own.flatMap(({ event }) => (event === undefined ? [] : [event.type]));
  return { events, last: own.at(-1) };
};

const optionsOf = ({ repo, artifacts, record, root }: Scene) => ({
  ...{ repo, artifactsDir: artifacts, cwd: root },
  settings: {
    factory: { model: `replay:${record}` },
    planner: { model: `replay:${record}` },
    run: { sandbox: "off" },
  },
});

test("orders are carried out and looked at, and what is no request is said to be none", async () => {
  const scene = createScene();
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "1\n" }) });
  const lines = await facing(
    optionsOf(scene),
    [
      { id: 1, operation: "check", request: { target: scene.orders } },
      { id: 2, operation: "runAll", request: { orders: scene.orders, branch: "work" } },
      { id: 3, operation: "runs" },
      { id: 4, operation: "show", request: {} },
      { id: 5, operation: "destroy" },
      '{"id": 6, "operation":',
      { id: 7, operation: "check", request: { target: "nowhere" } },
      { id: 8, operation: "runAll", request: { orders: scene.orders, brunch: "work" } },
      { id: 9, operation: "runs", request: { lst: 1 } },
    ],
    scene.root,
  );
  const ok = { ok: true, exitCode: 0, issues: [] };
  expect(about(lines, 1)).toMatchObject({ events: [], last: { outcome: { ...ok, value: { orders: 1 } } } });
  const ran = about(lines, 2);
  expect([ran.events[0], ran.events.at(-1)]).toEqual(["schedule_started", "run_finished"]);
  expect(ran.events).toContain("committed");
  const commit = scene.git("rev-parse", "work");
  const value = { kind: "run-all", verdict: "PASS", branch: "work", orders: [{ order: "WO-01", commit }] };
  expect(ran.last).toMatchObject({ outcome: { ...ok, value } });
  expect(about(lines, 3).last?.outcome).toMatchObject(ok);
  expect(JSON.stringify(about(lines, 3).last)).toContain(String(ran.last?.outcome?.value?.runId));
  expect(about(lines, 4).last?.outcome).toMatchObject(ok);
  const strange = about(lines, 5).last;
  expect(strange?.fault).toBe("there is no operation destroy");
  expect(strange?.known).toEqual(expect.arrayContaining(["planRevise", "runAll", "watch"]));
  expect(about(lines, null).last?.fault).toBe("a line is no JSON");
  expect(about(lines, 7).last?.outcome).toMatchObject({ ok: false, exitCode: 1, issues: [{}] });
  const misspelt = (name: string) => ({
    ok: false,
    issues: [{ code: "usage", message: `there is no option ${name}` }],
  });
  expect(about(lines, 8).last?.outcome).toMatchObject(misspelt("brunch"));
  expect(about(lines, 9).last?.outcome).toMatchObject(misspelt("lst"));
});

test("a plan is made, and carried out by its run's id", async () => {
  const scene = createScene();
  const plan = samplePlan();
  scene.answers({ "plan/attempt-1": JSON.stringify(plan) });
  const options = optionsOf(scene);
  const planned = await facing(
    options,
    [{ id: "a", operation: "plan", request: { spec: "Build a small program in two parts.\n", repo: false } }],
    scene.root,
  );
  const made = about(planned, "a");
  expect([made.events[0], made.events.at(-1)]).toEqual(["plan_started", "run_finished"]);
  const { runId, orders } = made.last?.outcome?.value ?? {};
  const ids = (orders as readonly { readonly id: string }[]).map(({ id }) => id);
  const looked = await facing(
    options,
    [
      { id: "b", operation: "runAll", request: { orders: runId, branch: "work", dryRun: true } },
      { id: "c", operation: "graph", request: { plan: runId } },
      { id: "d", operation: "check", request: { target: runId, repo: false } },
      { id: "e", operation: "runAll", request: { orders: "01ARZ3NDEKTSV4RRFFQ69G5FAV", branch: "work" } },
    ],
    scene.root,
  );
  expect(about(looked, "b").last?.outcome).toMatchObject({ ok: true, value: { kind: "run-all", dryRun: true } });
  expect(JSON.stringify(about(looked, "c").last?.outcome?.value)).toContain(ids[0]);
  expect(about(looked, "d").last?.outcome).toMatchObject({ ok: true, value: { orders: ids.length } });
  expect(about(looked, "e").last?.outcome).toMatchObject({ ok: false, exitCode: 1 });
});
