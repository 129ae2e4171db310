import type { EventBody } from "@llmch/contract";
import { BUILD_JOURNAL, eventsOfRun, runNumbered } from "@llmch/testkit";
import { expect, it } from "vitest";
import type { Console } from "../console.ts";
import { colorsFor } from "../paint.ts";
import { createLog } from "./log.ts";

const config = {} as Extract<EventBody, { type: "order_started" }>["config"];
const RUDE = "a\u001b[31mb\u001b]0;c\u0007\u009b2Jd\r\ne";

/** What a log prints for events, one per second, of a run R unless another is given. */
const logged = (
  whole: "run-all" | "plan" | "build",
  bodies: readonly (EventBody & { readonly run?: string; readonly second?: number })[],
  { verbose = false } = {},
): string[] => {
  const lines: string[] = [];
  const progress = (line: string) => void lines.push(...line.split("\n"));
  const console = { colors: colorsFor({ color: false }, {}, false), verbose, quiet: false, progress } as Console;
  const log = createLog(whole, console, { asks: true });
  for (const [seq, body] of bodies.entries()) {
    const second = String(body.second ?? seq).padStart(2, "0");
    log({ ...body, seq, ts: `2026-01-01T12:00:${second}.123Z`, run_id: body.run ?? "R" });
  }
  return lines;
};

const ORDER: readonly (EventBody & { readonly run?: string })[] = [
  {
    ...{ type: "order_started", format: 2, order: "WO-01", title: `Write ${RUDE}`, work_order_sha256: "" },
    ...{ branch: "b", baseline: "", model: "m", schedule: null, config },
  },
  { type: "attempt_started", attempt: 2, max_attempts: 5 },
  { type: "step_started", attempt: 2, step: "propose" },
  { type: "model_asked", key: "WO-01/attempt-2" },
  { type: "model_retried", key: "WO-01/attempt-2", reason: `429 ${RUDE}`, wait_ms: 1000 },
  { type: "model_answered", key: "WO-01/attempt-2", duration_ms: 2000, usage: null, model: RUDE },
  { type: "step_finished", attempt: 2, step: "propose", ok: true, duration_ms: 2100, detail: "1 file" },
  { type: "step_started", attempt: 2, step: "verify" },
  { type: "command_started", phase: "verify", index: 0, command: `make ${RUDE}` },
  {
    type: "command_finished",
    ...{ phase: "verify", index: 0, command: `make ${RUDE}`, ok: false, exit_code: 2, duration_ms: 300 },
  },
  { type: "step_finished", attempt: 2, step: "verify", ok: false, duration_ms: 310, detail: null },
  {
    type: "attempt_failed",
    attempt: 2,
    brief: {
      ...{ stage: "verify_failed", command: "make", exit_code: 2, constraints_reminder: "" },
      primary_error_excerpt: `one\n\ntwo ${RUDE}`,
    },
    touched_files: [],
    duration_ms: 2500,
  },
  { type: "committed", commit: "0123456789abcdef", tree: "", branch: "b", files: [], drift: [`x${RUDE}`] },
  { type: "pushed", remote: RUDE },
  { type: "warning", message: RUDE },
  { type: "run_finished", verdict: "FAIL", exit_code: 1, duration_ms: 9000 },
  { type: "run_finished", verdict: "FAIL", exit_code: 1, duration_ms: 9000, run: "SCHEDULE" },
];

it("has one entry per event, with its details indented below", () => {
  expect(logged("run-all", ORDER)).toEqual([
    "2026-01-01T12:00:00Z  WO-01  Write a b ]0;c 2Jd e",
    "2026-01-01T12:00:01Z  WO-01 2/5  attempt 2 of 5",
    "2026-01-01T12:00:03Z  WO-01 2/5  propose   asking the model for WO-01/attempt-2",
    "2026-01-01T12:00:04Z  WO-01 2/5  propose   429 a b ]0;c 2Jd e; again in 1.0 s",
    "2026-01-01T12:00:05Z  WO-01 2/5  propose   answered by a b ]0;c 2Jd e  2.0 s",
    "2026-01-01T12:00:06Z  WO-01 2/5  propose   ok  1 file  2.1 s",
    "2026-01-01T12:00:10Z  WO-01 2/5  verify    failed  0.3 s",
    "2026-01-01T12:00:11Z  WO-01 2/5  attempt 2 failed: verify_failed  2.5 s",
    "    make (exit 2)",
    "    one",
    "    two ab]0;c2Jd",
    "    e",
    "2026-01-01T12:00:12Z  WO-01 2/5  finalize  commit 0123456789 on b",
    "2026-01-01T12:00:12Z  WO-01 2/5  finalize  drift: xa b ]0;c 2Jd e changed outside the proposal; not committed",
    "2026-01-01T12:00:13Z  WO-01 2/5  finalize  pushed to a b ]0;c 2Jd e",
    "2026-01-01T12:00:14Z  WO-01 2/5  warning: a b ]0;c 2Jd e",
    "2026-01-01T12:00:15Z  WO-01 2/5  FAIL, exit 1  9.0 s",
    "2026-01-01T12:00:16Z  run-all  FAIL, exit 1  9.0 s",
  ]);
});

const beginning = (order: string): EventBody => ({
  ...{ type: "order_started", format: 2, order, title: `Write ${order}`, work_order_sha256: "" },
  ...{ branch: "b", baseline: "", model: "m", schedule: "S", config },
});
const applied: EventBody = {
  ...{ type: "step_finished", attempt: 1, step: "apply", ok: true, duration_ms: 100, detail: null },
};
const ran: EventBody = {
  ...{ type: "command_finished", phase: "verify", index: 0, command: "make", ok: true, exit_code: 0, duration_ms: 100 },
};
const verified: EventBody = { ...applied, step: "verify" };
const first: EventBody = { type: "attempt_started", attempt: 1, max_attempts: 5 };

it("names the order on every line if several are open at once, and marks what is ahead of its turn", () => {
  const bodies: readonly (EventBody & { readonly run?: string })[] = [
    { ...beginning("WO-01"), run: "A" },
    { ...beginning("WO-02"), run: "B" },
    { type: "speculation_started", speculation: 1, run: "B" },
    { ...first, run: "A" },
    { ...first, speculation: 1, run: "B" },
    { type: "model_asked", key: "WO-02/attempt-1/speculation-1", run: "B" },
    { type: "step_started", attempt: 1, step: "verify", run: "A" },
    { ...ran, run: "A" },
    { ...applied, speculation: 1, run: "B" },
    { ...verified, run: "A" },
    { type: "speculation_started", speculation: 2, run: "B" },
    { type: "speculation_ended", speculation: 1, run: "B" },
    { ...applied, speculation: 2, run: "B" },
    { type: "speculation_ended", speculation: 2, run: "B" },
    { ...applied, step: "finalize", run: "B" },
    { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 9000, run: "A" },
    { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 9000, run: "S" },
  ];
  expect(logged("run-all", bodies).map((line) => line.slice("2026-01-01T12:00:00Z  ".length))).toEqual([
    "WO-01  Write WO-01",
    "WO-02  Write WO-02",
    "WO-01 1/5  attempt 1 of 5",
    "WO-02 1/5 ahead  attempt 1 of 5",
    "WO-02 1/5 ahead  propose   asking the model for WO-02/attempt-1/speculation-1",
    "WO-02 1/5 ahead  apply     ok  0.1 s",
    "WO-01 1/5  verify    ok  0.1 s",
    "WO-02 1/5 ahead  apply     ok  0.1 s",
    "WO-01 1/5  PASS, exit 0  9.0 s",
    "run-all  PASS, exit 0  9.0 s",
  ]);
});

it("starts over after a speculation that was dropped, or that broke off with its process", () => {
  const bodies: readonly EventBody[] = [
    beginning("WO-02"),
    { type: "speculation_started", speculation: 1 },
    { ...first, speculation: 1 },
    { type: "speculation_ended", speculation: 1 },
    { type: "warning", message: "m" },
    { type: "speculation_started", speculation: 2 },
    { type: "resumed", format: 2, from_seq: 5 },
  ];
  const lines = logged("run-all", bodies, { verbose: true });
  expect(lines.map((line) => line.slice("2026-01-01T12:00:00Z  ".length))).toEqual([
    "WO-02  Write WO-02",
    "WO-02 ahead  begins ahead of its turn",
    "WO-02 1/5 ahead  attempt 1 of 5",
    "WO-02 1/5 ahead  waits for its turn",
    "WO-02  warning: m",
    "WO-02 ahead  begins ahead of its turn",
    "WO-02  continues where it broke off",
  ]);
});

it("says with --verbose what begins, too", () => {
  const more = logged("run-all", ORDER, { verbose: true });
  expect(more).toContain(
    "2026-01-01T12:00:08Z  WO-01 2/5  verify    runs make $'a\\x1b[31mb\\x1b]0;c\\x07\\U0000009b2Jd' e",
  );
  expect(more).toContain(
    "2026-01-01T12:00:09Z  WO-01 2/5  verify    make $'a\\x1b[31mb\\x1b]0;c\\x07\\U0000009b2Jd' e: failed (exit 2)  0.3 s",
  );
  expect(more.filter((line) => line.endsWith("  begins"))).toHaveLength(2);
});

it("says how dependencies were installed, or that they were cached", () => {
  const started = { type: "setup_started", key: "k", commands: [`npm ci ${RUDE}`, "make deps"] } as const;
  const ended = { type: "setup_finished", key: "k", duration_ms: 1500 } as const;
  const bodies: readonly EventBody[] = [
    { ...started, cached: false },
    { ...ended, ok: false, cached: false, command: `npm ci ${RUDE}`, exit_code: 7 },
    { ...started, cached: true },
    { ...ended, ok: true, cached: true, command: null, exit_code: null },
  ];
  expect(logged("run-all", bodies)).toEqual([
    "2026-01-01T12:00:00Z  run-all  setup: npm ci $'a\\x1b[31mb\\x1b]0;c\\x07\\U0000009b2Jd' e; make deps",
    "2026-01-01T12:00:01Z  run-all  setup npm ci $'a\\x1b[31mb\\x1b]0;c\\x07\\U0000009b2Jd' e: failed (exit 7)  1.5 s",
    "2026-01-01T12:00:03Z  run-all  setup ok, from the cache  1.5 s",
  ]);
});

it("shows a compile with the diagnostics of each attempt", () => {
  const found = { code: "E103", wo_id: "WO-01", message: RUDE, field: null } as const;
  const plan: readonly EventBody[] = [
    { type: "compile_attempt_started", attempt: 1, max_attempts: 5 },
    { type: "model_asked", key: "plan/attempt-1" },
    {
      ...{ type: "model_answered", key: "k", duration_ms: 50, model: "m" },
      usage: { input_tokens: 7, output_tokens: 5, cached_tokens: 0 },
    },
    { type: "compile_attempt_judged", attempt: 1, errors: [found], warnings: [{ ...found, code: "W101" }] },
    { type: "plan_written", work_orders: 2, directory: "output" },
    { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 60_000 },
  ];
  expect(logged("plan", plan)).toEqual([
    "2026-01-01T12:00:00Z  plan 1/5  attempt 1 of 5",
    "2026-01-01T12:00:01Z  plan 1/5  asking the model for plan/attempt-1",
    "2026-01-01T12:00:02Z  plan 1/5  answered by m, 7 tokens in, 5 out  0.1 s",
    "2026-01-01T12:00:03Z  plan 1/5  refused, 1 error, 1 warning",
    "    [E103] WO-01: a b ]0;c 2Jd e",
    "    [W101] WO-01: a b ]0;c 2Jd e",
    "2026-01-01T12:00:04Z  plan 1/5  2 work orders written",
    "2026-01-01T12:00:05Z  plan 1/5  PASS, exit 0  1 min 0 s",
  ]);
});

it("does not go back in time if a run-all resumes an order that was begun before", () => {
  const [started] = ORDER;
  const resumed = { type: "resumed", format: 2, from_seq: 7 } as const;
  const bodies = [
    { ...resumed, run: "ALL", second: 30 },
    ...(started === undefined ? [] : [started]),
    { ...resumed, second: 31 },
  ];
  expect(logged("run-all", bodies).map((line) => line.slice(0, 20))).toEqual([
    "2026-01-01T12:00:30Z",
    "2026-01-01T12:00:30Z",
    "2026-01-01T12:00:31Z",
  ]);
});

it("says when it asks again only if it waits", () => {
  const retried = { type: "model_retried", reason: "gpt-5.2 is asked instead", wait_ms: 0 } as const;
  const inOrder = logged("run-all", [{ ...retried, key: "WO-01/attempt-1" }]);
  const inPlan = logged("plan", [{ ...retried, key: "plan/attempt-1" }]);
  expect([inOrder[0], inPlan[0]]).toEqual([
    "2026-01-01T12:00:00Z  run-all  propose   gpt-5.2 is asked instead",
    "2026-01-01T12:00:00Z  plan  gpt-5.2 is asked instead",
  ]);
});

it("gives no exit code for a command that did not end by itself", () => {
  const finished = {
    phase: "acceptance",
    index: 0,
    command: "build/tool",
    ok: false,
    exit_code: null,
    duration_ms: 0,
  } as const;
  const lines = (command: string) =>
    logged("run-all", [{ type: "command_finished", ...finished, command }], { verbose: true });
  expect(lines("build/tool").join("\n")).toContain("build/tool: failed  ");
  const command = `node -e "${"console.log(1);\n".repeat(100)}"`;
  const [line = "", ...more] = lines(command);
  expect(more).toEqual([]);
  expect(line).toMatch(/node -e .* … .*: failed {2}/);
  expect(line.length).toBeLessThan(170);
});

it("logs a child of a divided order under its own id, and its order's attempt continues", () => {
  const child = "WO-01.1";
  const lines = logged("run-all", [
    ...ORDER.slice(0, 2),
    {
      type: "divided",
      attempt: 2,
      children: [
        { order: child, title: `One ${RUDE}`, work_order_sha256: "" },
        { order: "WO-01.2", title: "Two", work_order_sha256: "" },
      ],
    },
    { type: "attempt_started", attempt: 1, max_attempts: 5, child },
    { type: "step_finished", attempt: 1, step: "verify", ok: true, duration_ms: 1000, detail: null, child },
    {
      ...{ type: "child_ended", attempt: 2, order: child, verdict: "FAIL", attempts: 3 },
      ...{ stage: "verify_failed", summary: null },
    },
    { type: "step_finished", attempt: 2, step: "propose", ok: false, duration_ms: 1000, detail: null },
  ]);
  expect(lines.slice(2)).toMatchInlineSnapshot(`
    [
      "2026-01-01T12:00:02Z  WO-01 2/5  divided into 2 orders",
      "    WO-01.1  One a b ]0;c 2Jd e",
      "    WO-01.2  Two",
      "2026-01-01T12:00:03Z  WO-01.1 1/5  attempt 1 of 5",
      "2026-01-01T12:00:04Z  WO-01.1 1/5  verify    ok  1.0 s",
      "2026-01-01T12:00:05Z  WO-01 2/5  WO-01.1: FAIL, verify_failed",
      "2026-01-01T12:00:06Z  WO-01 2/5  propose   failed  1.0 s",
    ]
  `);
});

it("logs a build's own events, each with its reasons below, and its steps under their window", () => {
  const lines: string[] = [];
  const progress = (line: string) => void lines.push(...line.split("\n"));
  const log = createLog("build", { verbose: false, progress }, { asks: true });
  for (const event of eventsOfRun(runNumbered(1), BUILD_JOURNAL.slice(15))) log(event);
  for (const event of eventsOfRun(runNumbered(41), [{ type: "plan_judged", commit: "", brief: null }])) log(event);
  expect(lines.map((line) => line.replace(/^\S+T\S+ {2}/, ""))).toEqual([
    "build  carrying out window 2",
    "build  window 2: 1 of 3 orders landed",
    "build  WO-04 failed (acceptance_failed)",
    "    sell.js: no such article",
    "build  planning window 3",
    "build  window 3 for M2: 0 orders planned",
    "build  WO-04 is given up",
    "    Articles have no number to sell by. (WO-03)",
    "build  acceptance: M1 holds, M2 fails",
    "    node shop.js sell apple 1",
    "build  asking the model for window-03/assessment/attempt-1",
    "build  answered by m, 500 tokens in, 50 out, $0.01  0.0 s",
    "build  assessment 1: rescope",
    "    Sales need names, not numbers. (WO-03, WO-04)",
    "build  scope by the assessment: 3 milestones",
    "    M1  A user can add an article to the stock and see it in the list.",
    "    M2  A user can sell an article by its name, and the stock becomes less.",
    "    M3  A user can print what was sold on a day.",
    "build  planning window 4",
    "build  window 4 for M2: 1 order planned",
    "    WO-06  Sell by name",
    "build  carrying out window 4",
    "window 4  the plan's own checks: ok",
  ]);
});

it("names the steps of a build that goes on as the session before did", () => {
  const lines: string[] = [];
  const progress = (line: string) => void lines.push(line);
  const earlier = eventsOfRun(runNumbered(1), BUILD_JOURNAL);
  const log = createLog("build", { verbose: false, progress }, { asks: true, earlier });
  for (const event of eventsOfRun(runNumbered(41), [{ type: "plan_judged", commit: "", brief: null }])) log(event);
  for (const event of eventsOfRun(runNumbered(1), [{ type: "resumed", format: 1, from_seq: 1 }])) log(event);
  expect(lines.map((line) => line.replace(/^\S+T\S+ {2}/, ""))).toEqual([
    "window 4  the plan's own checks: ok",
    "build  continues where it broke off",
  ]);
});
