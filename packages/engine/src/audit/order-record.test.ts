import type { EventBody, RunEvent } from "@llmch/contract";
import { expect, test } from "vitest";
import { demandedArtifacts } from "./demanded-artifacts.ts";
import { absurdity, contradictions, recordOfJournal, recordOfSummary } from "./order-record.ts";

const CONFIG: Extract<EventBody, { type: "order_started" }>["config"] = {
  repo: "/repo",
  branch: null,
  create_branch: false,
  reuse_branch: false,
  commit_hash: null,
  max_attempts: 5,
  llm_model: "m",
  llm_temperature: 0,
  timeout_seconds: 1,
  allow_verify_exempt: false,
  allow_empty: false,
  settings: {},
  allow_dirty: false,
  allow_stale: false,
  stop_on_repeat: false,
  sandbox: "auto",
  allow_network: false,
  push: false,
  out: null,
  orders: "/wo",
  replay: null,
  replay_strict: false,
};
const STARTED: EventBody = {
  type: "order_started",
  format: 2,
  order: "WO-01",
  title: "",
  work_order_sha256: "",
  branch: "work",
  baseline: "base",
  model: "m",
  schedule: null,
  config: CONFIG,
};
const failed = (attempt: number, stage: "preflight" | "verify_failed" | "stale_context"): EventBody => ({
  type: "attempt_failed",
  attempt,
  brief: { stage, command: null, exit_code: null, primary_error_excerpt: "", constraints_reminder: "" },
  touched_files: [],
  duration_ms: 1,
});
const COMMITTING: EventBody = {
  type: "committing",
  attempt: 2,
  branch: "work",
  from: "later",
  summary: "",
  files: [],
  drift: [],
};
const COMMITTED: EventBody = { type: "committed", commit: "c", tree: "t", branch: "work", files: [], drift: [] };
const ended = (verdict: "PASS" | "FAIL"): EventBody => ({
  type: "run_finished",
  verdict,
  exit_code: 0,
  duration_ms: 1,
});
const journal = (...bodies: EventBody[]): readonly RunEvent[] =>
  bodies.map((body, seq) => ({ seq, ts: "", run_id: "X", ...body }));

const PASSED = {
  order: "WO-01",
  branch: "work",
  verdict: "PASS",
  commit: "c",
  tree: "t",
  baseline: "later",
  attempt: 2,
} as const;

test("a journal says how its run ended, and which parent its commit has", () => {
  const attempts = [STARTED, failed(1, "verify_failed"), COMMITTING, COMMITTED];
  expect(recordOfJournal(journal(...attempts, ended("PASS")))).toEqual(PASSED);
  const nothing = { commit: null, tree: null, baseline: null, attempt: null };
  expect(recordOfJournal(journal(STARTED, failed(1, "preflight"), ended("FAIL")))).toEqual({
    ...PASSED,
    ...nothing,
    verdict: "FAIL",
  });
  expect(recordOfJournal(journal(...attempts))).toBeNull();
  expect(recordOfJournal(journal(ended("FAIL")))).toBeNull();
});

test("a summary says the same, or contradicts the journal", () => {
  const summary = {
    work_order_id: "WO-01",
    working_branch: "work",
    verdict: "PASS",
    commit: "c",
    repo_tree_hash_after: "t",
    baseline_commit: "base",
    attempts: [
      { attempt: 1, verdict: "FAIL" },
      { attempt: 2, verdict: "PASS" },
    ],
  };
  const record = recordOfSummary(summary);
  expect(record).toEqual({ ...PASSED, baseline: "base" });
  expect(record && contradictions(PASSED, record)).toEqual([]);
  const other = recordOfSummary({ ...summary, verdict: "FAIL", commit: null, attempts: [] });
  expect(other && contradictions(PASSED, other)).toEqual([
    "its verdict is FAIL, the journal's is PASS",
    "its commit is null, the journal's is c",
    "its attempt is null, the journal's is 2",
  ]);
  expect(recordOfSummary({ ...summary, verdict: "GREAT" })).toBeNull();
  expect(recordOfSummary({})).toBeNull();
});

test("a verdict and a commit come together or not at all", () => {
  expect(absurdity(PASSED)).toBeNull();
  expect(absurdity({ ...PASSED, verdict: "FAIL", commit: null })).toBeNull();
  expect(absurdity({ ...PASSED, commit: null })).toBe("it ended with PASS and without a commit");
  expect(absurdity({ ...PASSED, verdict: "ERROR" })).toBe("it ended with ERROR and with a commit");
});

test.each<readonly [string, readonly EventBody[], readonly string[]]>([
  ["a plan that does not fit", [STARTED, failed(1, "preflight")], ["attempt_1/failure_brief.json"]],
  [
    "a refused proposal and an accepted one",
    [STARTED, failed(1, "stale_context"), COMMITTING],
    [
      ...[
        "se_prompt.txt",
        "raw_llm_response.json",
        "proposed_writes.json",
        "write_result.json",
        "failure_brief.json",
      ].map((name) => `attempt_1/${name}`),
      ...["se_prompt.txt", "raw_llm_response.json", "proposed_writes.json", "write_result.json"].map(
        (name) => `attempt_2/${name}`,
      ),
      ...["verify_result.json", "acceptance_result.json"].map((name) => `attempt_2/${name}`),
    ],
  ],
])("the artifacts that %s must leave", (_, events, names) => {
  const always = ["run.json", "work_order.json", "run_summary.json", "exchanges.jsonl"];
  expect(demandedArtifacts("factory", journal(...events))).toEqual([...always, ...names]);
});
