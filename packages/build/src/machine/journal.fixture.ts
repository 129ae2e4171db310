import { EVENT_FORMAT, type EventBody, orderId } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import type { EventOf } from "./state.ts";

export const LIMITS = { ...DEFAULT_SETTINGS.build, examines: true };

export const NOTHING_SPENT: EventOf<"window_planned">["spent"] = {
  ...{ answers: 0, input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0, cost_usd: null },
  ...{ unknown_usage: 0, unknown_cost: 0, lost_calls: 0, from_record: 0 },
};

export const started = (scoped = true, goals?: readonly string[]): EventBody => ({
  type: "build_started",
  format: EVENT_FORMAT,
  ...{ spec: "spec.txt", spec_sha256: "", scoped, baseline: "base" },
  config: {
    ...{ spec: "spec.txt", repo: "/repo", scope: "auto", approve: [], pr: false, replay: null, replay_strict: false },
    ...{ branch: null, create_branch: false, reuse_branch: false, commit_hash: null, max_attempts: 3, llm_model: "m" },
    ...{ llm_temperature: null, timeout_seconds: 60, allow_verify_exempt: false, allow_empty: false, push: false },
    ...{ allow_dirty: false, allow_stale: false, stop_on_repeat: true, sandbox: "auto", allow_network: false },
    settings: {},
    ...(goals === undefined ? {} : { goals }),
  },
});

export const RESUMED: EventBody = { type: "resumed", format: EVENT_FORMAT, from_seq: 0 };

export const scopeTaken = (count: number, by: EventOf<"scope_taken">["by"] = "model"): EventBody => ({
  type: "scope_taken",
  ...{ sha256: `of ${count}`, by },
  milestones: Array.from({ length: count }, (_, index) => ({ id: `M${index + 1}`, outcome: `A user can ${index}.` })),
});

export const begun = (step: "plan" | "run-all", window: number, run = `${step} ${window}`): EventBody => ({
  ...{ type: "build_step_started", step, window, run },
});

/** A window that plans the orders with these numbers. */
export const planned = (
  window: number,
  orders: readonly number[],
  more: Partial<EventOf<"window_planned">> = {},
): EventBody => ({
  ...{ type: "window_planned", window, milestone: "M1", run: `plan ${window}`, verdict: "PASS", exit_code: 0 },
  orders: orders.map((order) => ({ id: orderId(order), title: `Order ${order}` })),
  ...{ completes: false, notes: [], changes: [], abort: null, spent: NOTHING_SPENT },
  ...more,
});

/** Its end: some landed, some failed, some were not begun. */
export const ended = (
  window: number,
  landed: readonly number[],
  failed: readonly number[] = [],
  left: readonly number[] = [],
): EventBody => ({
  ...{ type: "window_ended", window, run: `run-all ${window}` },
  ...(failed.length === 0 ? { verdict: "PASS", exit_code: 0 } : { verdict: "FAIL", exit_code: 1 }),
  landed: landed.map((order) => ({ order: orderId(order), commit: `commit ${order}` })),
  failed: failed.map((order) => ({ order: orderId(order), stage: "acceptance_failed", why: "it is not there" })),
  left: left.map(orderId),
  ...{ branch: "llmch/app", tip: `tip ${window}`, spent: NOTHING_SPENT },
});

/** The acceptance of the first milestones, of which these fail. */
export const judged = (count: number, failing: readonly string[] = []): EventBody => ({
  ...{ type: "milestones_judged", tip: "tip" },
  milestones: Array.from({ length: count }, (_, index) => `M${index + 1}`).map((id) => ({
    ...{ id, failing: failing.includes(id) ? [`show ${id}`] : [] },
  })),
});

export const assessed = (
  assessment: number,
  window: number,
  verdict: EventOf<"assessed">["verdict"],
  milestone = "M1",
): EventOf<"assessed"> => ({
  ...{ type: "assessed", assessment, window, milestone, verdict },
  reasons: [{ text: `Because of window ${window}.`, cites: [] }],
});

export const reached = (milestone = "M1", tip = "tip"): EventBody => ({ type: "milestone_reached", milestone, tip });

/** An examination of the first milestones that holds these findings against the product. */
export const examined = (
  examination: number,
  findings: readonly string[] = [],
  more: Partial<EventOf<"examined">> = {},
): EventOf<"examined"> => ({
  ...{ type: "examined", examination, milestone: "M1", tip: "tip", examined: { passed: 3, of: 3 + findings.length } },
  findings: findings.map((id) => ({ id, sentence: `It does ${id}.`, why: "it does not", flaky: id.endsWith("9") })),
  ...more,
});

export const decided = (
  of: "scope" | "question" | "examination",
  decision: EventOf<"decided">["decision"],
  text: string | null = null,
  id = "scope",
): EventBody => ({
  ...{ type: "decided", id, of, sha256: "", decision, text, at: "" },
  by: { user: "ann", through: "command", client: null },
});

export const noted = (text = "It must be kind."): EventBody => ({ type: "noted", of: "note", text, at: "" });

export const ABORT = { order: "WO-03", reason: "The server has no such page.", cites: ["WO-02"] };

export const finished = (exit_code: number): EventOf<"run_finished"> => ({
  ...{ type: "run_finished", verdict: exit_code === 0 ? "PASS" : "ERROR", exit_code, duration_ms: 1 },
});
