import { expect, test } from "vitest";
import { nextCommands, type RunAtHand } from "./run-next.ts";
import { summarizeRun } from "./run-summary.ts";

const ID = "01M813TE5YP349TXX0EVWBBA0Q";
const PLACE = { store: " --artifacts-dir /kept", cwd: "/work" };
const line = (type: string, members: object = {}) =>
  `${JSON.stringify({ seq: 0, ts: "2026-01-01T10:00:00.000Z", run_id: ID, type, ...members })}\n`;

/** A run whose journal has these events, after its first. */
const run = (
  kind: "run-all" | "factory" | "planner" | "build" | "ask",
  events: readonly (readonly [string, object])[],
  changes: Partial<RunAtHand> = {},
): RunAtHand => {
  const first = {
    "run-all": line("schedule_started", {
      orders: [{ order: "WO-01" }, { order: "WO-02" }],
      branch: "work",
      repo: "/work",
    }),
    factory: line("order_started", { order: "WO-01", branch: "work", repo: "/work", schedule: null }),
    planner: line("plan_started", { spec: "spec.txt" }),
    build: line("build_started", { spec: "spec.txt" }),
    ask: line("ask_started", { question: "why?" }),
  }[kind];
  const summary = summarizeRun(kind, ID, first + events.map(([type, members]) => line(type, members)).join(""));
  const base = { isDiscarded: false, directory: "/kept/run", parts: [], needs: [], mend: null, isPart: false };
  return { ...base, summary, state: "interrupted", ...changes };
};
const commands = (at: RunAtHand) =>
  nextCommands(at, PLACE).map(({ command }) => command.replace(` ${ID}`, "").replace(PLACE.store, " @"));
const finished = (verdict: string, exit_code: number) => ["run_finished", { verdict, exit_code }] as const;
const failedAt = (stage: string) =>
  ["order_run_ended", { order: "WO-01", run: "r", verdict: "FAIL", exit_code: 1, stage }] as const;
const FAIL = finished("FAIL", 1);

test.each<[string, RunAtHand, readonly string[]]>([
  ["a damaged one", run("run-all", [], { state: "damaged" }), ["llmch audit @"]],
  ["one that runs", run("run-all", [], { state: "running" }), ["llmch watch @"]],
  [
    "one that waits for its work",
    run("run-all", [], { state: "waiting", needs: [{ id: "WO-01", kind: "orders" }] }),
    [...["llmch decide WO-01 approve @", 'llmch decide WO-01 reject "..." @', "llmch diff @"]],
  ],
  [
    "one that asks",
    run("planner", [], { state: "waiting", needs: [{ id: "Q-1", kind: "question" }] }),
    ['llmch decide Q-1 answer "..." @'],
  ],
  [
    "one that passed",
    run("run-all", [finished("PASS", 0)], { state: "passed" }),
    [...["llmch diff @", "llmch pr @", "git -C /work merge work"]],
  ],
  [
    "one that passed, and could not push",
    run("factory", [], { state: "passed", owesPush: true }),
    [...["llmch resume @", "llmch diff @", "llmch pr @", "git -C /work merge work"]],
  ],
  ["one that was discarded", run("run-all", [], { state: "passed", isDiscarded: true }), []],
  ["a plan that passed", run("planner", [], { state: "passed" }), ["llmch run-all @"]],
  [
    "a plan for a repo elsewhere",
    run("planner", [], { state: "passed", summary: { ...run("planner", []).summary, repo: "/shop" } }),
    ["llmch run-all @ --repo /shop"],
  ],
  [
    "a plan that used up its attempts",
    run("planner", [finished("FAIL", 2)], { state: "failed" }),
    [...["llmch resume @ --max-attempts +2", "llmch show @ --prompt"]],
  ],
  [
    "orders that used up their attempts",
    run("run-all", [failedAt("verify_failed"), FAIL], { state: "failed" }),
    [...["llmch resume @ --max-attempts +2", "llmch resume @ --skip WO-01", "llmch show @ --prompt"]],
  ],
  [
    "an objection",
    run("run-all", [failedAt("objected"), FAIL], { state: "failed" }),
    ["llmch revise @", "llmch show @ --prompt"],
  ],
  [
    "what the machine is to blame for",
    run("run-all", [failedAt("write_failed"), FAIL], { state: "failed" }),
    [...["llmch resume @", "llmch show @ --prompt"]],
  ],
  [
    "an unexpected fault",
    run("run-all", [finished("ERROR", 2)], { state: "failed" }),
    [...["llmch resume @", "llmch show @ --prompt"]],
  ],
  [
    "a plan that failed as a whole",
    run("run-all", [["plan_judged", { brief: { bisect: "git bisect start" } }], FAIL], { state: "failed" }),
    [...["git bisect start", "llmch show @ --prompt"]],
  ],
  [
    "a limit",
    run("planner", [["limit_reached", { limit: "tokens", cap: 50, spent: 30, needed: 40 }], finished("ERROR", 5)], {
      state: "stopped",
    }),
    ["llmch resume @ --max-tokens 100"],
  ],
  [
    "a bound of a build",
    run("build", [["bound_reached", { hint: "`LLMCH_BUILD_MAX_ROUNDS=8 llmch resume`" }], finished("ERROR", 5)], {
      state: "stopped",
    }),
    ["LLMCH_BUILD_MAX_ROUNDS=8 llmch resume @"],
  ],
  [
    "no model",
    run("factory", [["attempt_failed", { attempt: 1, stage: "model_unavailable" }], finished("ERROR", 3)], {
      state: "stopped",
    }),
    [...["llmch doctor", "llmch resume @"]],
  ],
  ["what would not go on", run("run-all", [], { state: "stopped", mend: "commit them" }), ["llmch resume @"]],
  ["one that died", run("run-all", []), ["llmch resume @"]],
  ["a question that died", run("ask", []), ["llmch ask 'why?' @"]],
  ["a part of another", run("factory", [], { isPart: true }), []],
])("what comes next: %s", (_, at, expected) => {
  expect(commands(at)).toEqual(expected);
});
