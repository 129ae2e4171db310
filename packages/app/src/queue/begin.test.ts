import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import type { OperationName } from "../operation-names.ts";
import { begin } from "./begin.ts";

/** Stands for llmch: notes that it was started, and does in the run's folder what its environment says. */
const PROGRAM = `
import { appendFileSync } from "node:fs";
const [, , , run, , root] = process.argv;
const { does, prints, kind } = JSON.parse(process.env.DOES);
appendFileSync(root + "/../started", run + "\\n");
for (const event of does) appendFileSync(root + "/" + kind + "/" + run + "/events.jsonl", JSON.stringify({ ts: "2026-01-02T03:04:05.000Z", run_id: run, ...event }) + "\\n");
if (prints !== undefined) console.log(JSON.stringify(prints));
`;

const BEGUN = [{ type: "schedule_started", seq: 0 }];
const VERDICTS = { 0: "PASS", 1: "FAIL", 5: "ERROR" } as const;
const ended = (exit_code: keyof typeof VERDICTS) => [
  ...BEGUN,
  { type: "run_finished", verdict: VERDICTS[exit_code], exit_code, seq: 1 },
];

const scene = (does: readonly object[], prints?: object) => {
  const repo = throwawayRepo();
  onTestFinished(repo.remove);
  const program = join(repo.folder, "program.mjs");
  writeFileSync(program, PROGRAM);
  mkdirSync(join(repo.folder, "orders"));
  const artifactsDir = join(repo.folder, "artifacts");
  const env = { ...repo.env, HOME: repo.folder, XDG_STATE_HOME: join(repo.folder, "state"), TMPDIR: repo.folder };
  const start = (
    request: Readonly<Record<string, unknown>> = {},
    given: Readonly<Record<string, unknown>> = {},
    operation: OperationName = "run-all",
    cwd = repo.folder,
  ) => {
    const kind = operation === "plan" ? "planner" : operation;
    const whole = { ...env, DOES: JSON.stringify({ does, prints, kind }) };
    const subject = operation === "plan" ? {} : { orders: join(repo.folder, "orders") };
    const starter = { env, whole, cwd, secrets: [], artifactsDir, program: [process.execPath, program] as const };
    return begin({ operation, request: { repo: repo.path, ...subject, ...request }, given, by: "program" }, starter);
  };
  const idOf = async (started: ReturnType<typeof start>) => {
    const done = await started;
    if (!done.ok) throw new Error(JSON.stringify(done.issues));
    return done.value;
  };
  const processes = () => readFileSync(join(repo.folder, "started"), "utf8").trim().split("\n");
  return { repo, artifactsDir, start, idOf, processes };
};

test("starts of one request at the same moment are one run", async () => {
  const { artifactsDir, start, idOf } = scene([{ type: "plan_started", spec: "-", seq: 0 }]);
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, at) => idOf(start({ spec: `Part ${at % 4}` }, {}, "plan"))),
  );
  expect(new Set(ids).size).toBe(4);
  expect(ids.slice(0, 4)).toEqual(ids.slice(4, 8));
  expect(readdirSync(join(artifactsDir, "planner")).sort()).toEqual([...new Set(ids)].sort());
});

test.each([
  ["more jobs", BEGUN, { jobs: 4 }, {}, true],
  ["another cap", BEGUN, {}, { "budget.usd": 3 }, true],
  ["other orders", BEGUN, { only: ["WO-02"] }, {}, false],
  ["more that waits for a person", BEGUN, {}, { approve: ["orders"] }, false],
  ["the same, and the first reached a limit", ended(5), {}, {}, true],
  ["another cap, and the first reached its own", ended(5), {}, { "budget.usd": 3 }, false],
  ["the same, and the first passed", ended(0), {}, {}, true],
  ["more jobs, and the first passed", ended(0), { jobs: 4 }, {}, false],
  ["the same, and the first failed", ended(1), {}, {}, false],
] as const)("a second start, with %s", async (_, does, request, given, isSame) => {
  const { start, idOf } = scene(does);
  const first = await idOf(start({ jobs: 2 }, { "budget.usd": 1 }));
  const second = await idOf(start({ jobs: 2, ...request }, { "budget.usd": 1, ...given }));
  expect(first === second).toBe(isSame);
});

test("where the caller stands makes no other run of it", async () => {
  const { repo, start, idOf } = scene(BEGUN);
  expect(await idOf(start({}, {}, "run-all", repo.path))).toBe(await idOf(start()));
});

test("a start that is refused or fails leaves no lock", async () => {
  const errors = [{ code: "dirty-checkout", message: "the checkout has changes", hint: "commit them" }];
  const refused = scene([], { exit_code: 1, verdict: "REFUSED", run_id: null, errors });
  expect(await refused.start()).toMatchObject({ ok: false, issues: [{ code: "dirty-checkout" }] });
  expect(readdirSync(refused.artifactsDir)).toEqual(["run-all"]);
  expect(readdirSync(join(refused.artifactsDir, "run-all"))).toEqual([]);

  const failing = scene(BEGUN);
  mkdirSync(failing.artifactsDir);
  writeFileSync(join(failing.artifactsDir, "run-all"), "");
  expect(await failing.start()).toMatchObject({ ok: false, issues: [{ code: "not-writable" }] });
  rmSync(join(failing.artifactsDir, "run-all"));
  expect(await failing.start()).toMatchObject({ ok: true });
  expect(failing.processes()).toHaveLength(1);
  expect(readdirSync(join(failing.artifactsDir, "run-all"))).toEqual([expect.stringMatching(/^[0-9A-Z]{26}$/)]);
});
