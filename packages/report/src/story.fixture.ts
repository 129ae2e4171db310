import type { RunConfig } from "@llmch/contract";
import {
  type AttemptStory,
  type CommandStory,
  type CommitDiff,
  type ExchangeStory,
  NO_SPENDING,
  type OrderStory,
  type PlanStory,
  type ScheduledOrder,
  type ScheduleStory,
  type Spending,
  type StepStory,
} from "@llmch/story";

const PLAN_RUN = "01M810C7B7FMWQ8Q5YR06JX709";
const RUN_ALL = "01M810C7TXJVA6NGH4VDKFX9PK";
const START = Date.parse("2026-11-22T06:51:25.000Z");
const at = (ms: number): string => new Date(START + ms).toISOString();
const USAGE = { input_tokens: 12_345, output_tokens: 678, cached_tokens: 1024, reasoning_tokens: 321 };
const SPENDING: Spending = { ...NO_SPENDING, answers: 1, usage: USAGE, cost_usd: 0.0421 };

export const CONFIG: RunConfig = {
  repo: "/tmp/evenly",
  branch: null,
  create_branch: false,
  reuse_branch: false,
  commit_hash: null,
  max_attempts: 5,
  llm_model: "gpt-5.2",
  llm_temperature: 0,
  timeout_seconds: 600,
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
  orders: "/tmp/wo",
  replay: null,
  replay_strict: false,
};

const exchange = (key: string): ExchangeStory => ({
  key,
  model: "gpt-5.2-2026-08-01",
  reused: false,
  retries: [{ reason: "429 Too Many Requests", wait_ms: 2000 }],
  failure: null,
  usage: USAGE,
  cost_usd: 0.0421,
  duration_ms: 4200,
  prompt: `Carry out ${key}.\nWrite only what is allowed.\n`,
  answer: '{"summary": "Shares.", "writes": []}',
  reasoning: "The cents that are left go to the first.",
});

const STEPS: readonly StepStory["step"][] = ["propose", "validate", "apply", "verify", "accept", "finalize"];

const steps = (start: number, failsAt: StepStory["step"] | null): readonly StepStory[] => {
  const last = failsAt === null ? STEPS.length - 1 : STEPS.indexOf(failsAt);
  return STEPS.slice(0, last + 1).map((step, index) => ({
    step,
    round: 1,
    started_at: at(start + index * 1000),
    ok: step !== failsAt,
    duration_ms: 900,
    detail: step === "propose" ? "2 files" : null,
  }));
};

const command = (ok: boolean): CommandStory => ({
  phase: "verify",
  round: 1,
  again: false,
  index: 0,
  command: "bash scripts/verify.sh",
  ok,
  exit_code: ok ? 0 : 1,
  duration_ms: 850,
  stdout: ok ? "22 tests passed\n" : "3 !== 0\n  at balances.test.js:25\n",
  stderr: "",
});

const BEFORE = "export const share = (cents, count) => Math.round(cents / count);\n\nexport const left = 0;\n";
const AFTER = "export const share = (cents, count) => Math.floor(cents / count);\n\nexport const left = 0;\n";

/** An attempt; the first one failed at verify, unless `passes`. */
const CONTENT = { kind: "content", edits: [], rename_to: null } as const;

export const attemptStory = (attempt: number, passes: boolean): AttemptStory => {
  const start = (attempt - 1) * 6000;
  return {
    attempt,
    max_attempts: 5,
    started_at: at(start),
    ending: passes ? "passed" : "failed",
    duration_ms: passes ? 5900 : 3900,
    steps: steps(start, passes ? null : "verify"),
    exchange: exchange(`WO-01/attempt-${attempt}`),
    tools: { turns: 3, calls: [{ tool: "read", count: 4 }], spent: SPENDING },
    children: [],
    escalated: passes ? null : { row: 1, do: "model", model: "gpt-5.2-pro" },
    objections: [],
    reviews: [],
    proposal: {
      summary: "Equal shares in whole cents.",
      writes: [
        {
          ...CONTENT,
          path: "src/share.js",
          base_sha256: "aa",
          content: passes ? AFTER : `${BEFORE}// tried\n`,
          base: { kind: "text", text: BEFORE },
        },
        { ...CONTENT, path: "test/share.test.js", base_sha256: "bb", content: "test();\n", base: { kind: "missing" } },
        { ...CONTENT, path: "docs/share.md", base_sha256: "cc", content: "# Shares\n", base: { kind: "unknown" } },
      ],
    },
    derived: passes ? ["package-lock.json"] : [],
    write_faults: passes ? [] : ["src/share.js: the link leads out of the repo"],
    commands: [command(passes)],
    brief: passes
      ? null
      : {
          stage: "verify_failed",
          command: "bash scripts/verify.sh",
          exit_code: 1,
          primary_error_excerpt: "stdout:\n3 !== 0\n",
          constraints_reminder: "Write only these files: src/share.js.",
        },
  };
};

export const workOrder = (id: string, needs: readonly string[] = []) => ({
  id,
  title: `Title of ${id}`,
  intent: `The intent of ${id}: share an amount.`,
  preconditions: needs.map((path) => ({ kind: "file_exists", path })),
  postconditions: [{ kind: "file_exists", path: `src/${id}.js` }],
  allowed_files: [`src/${id}.js`],
  forbidden: ["No floating-point cents."],
  acceptance_commands: ["node --test"],
  context_files: needs,
  notes: "Cents are whole.",
  verify_exempt: false,
});

const DIFF: CommitDiff = {
  files: [{ path: "src/share.js", added: 1, removed: 1 }],
  patch: "diff --git a/src/share.js b/src/share.js\n-round <b>\n+floor <b>\n",
};

/** One order's run: an attempt that failed, and one that passed unless the order fails. */
export const orderStory = (order: string, { fails = false } = {}): OrderStory => ({
  kind: "factory",
  run_id: `01M810C811RWYR9WQY86X${order.replace(/\W/g, "")}`,
  directory: `/tmp/artifacts/factory/${order}`,
  state: fails ? "failed" : "passed",
  is_running: false,
  verdict: fails ? "FAIL" : "PASS",
  exit_code: fails ? 1 : 0,
  started_at: at(0),
  last_at: at(12_000),
  duration_ms: 12_000,
  spending: SPENDING,
  limit: null,
  warnings: ["the push failed"],
  triage: { complexity: "complex", reason: "Two modules decide." },
  baseline_acceptance: { failed: "node --test", duration_ms: 80 },
  faults: [],
  files: ["attempt_1/se_prompt.txt", "run.json"],
  order,
  title: `Title of ${order}`,
  work_order: workOrder(order),
  branch: "factory/adhoc/01",
  baseline: "b157e02b43f351bf90f5906616018faeb8a85e10",
  needs: [],
  error: fails ? "the disk is full" : null,
  hint: fails ? "git worktree prune" : null,
  model: "gpt-5.2",
  schedule: null,
  config: CONFIG,
  setup: null,
  baseline_verification: null,
  attempts: [attemptStory(1, false), attemptStory(2, !fails)],
  speculations: [],
  commit: fails
    ? null
    : {
        commit: "520fc0410f4f4a71d6ae99e8962b492df0c3fa56",
        branch: "factory/adhoc/01",
        files: ["src/share.js"],
        drift: ["coverage/index.html"],
        evidence: { tests: 212, acceptance: 2, hidden: 1 },
        pushed_to: null,
        diff: DIFF,
      },
});

/** The same, carried out as revised. */
export const revisedStory = (order: string): OrderStory => ({
  ...orderStory(order),
  revision: { revision: 1, before: { ...workOrder(order), intent: "The <first> intent." } },
});

/** A run-all: all orders but the last passed on their second attempt, and the last one failed; one more was skipped. */
export const scheduleStory = (count: number, own: (order: string, index: number) => OrderStory): ScheduleStory => {
  const orders = Array.from({ length: count }, (_, index): ScheduledOrder => {
    const order = `WO-${String(index + 1).padStart(2, "0")}`;
    const story = own(order, index);
    const needs = index === 0 ? [] : [`src/WO-${String(index).padStart(2, "0")}.js`];
    const state = story.verdict === "PASS" ? "passed" : "failed";
    const work_order = workOrder(order, needs);
    return { order, state, work_order, run: story.run_id, story: { ...story, work_order, schedule: RUN_ALL } };
  });
  const last = `WO-${String(count + 1).padStart(2, "0")}`;
  const failed = orders.some(({ state }) => state === "failed");
  return {
    kind: "run-all",
    run_id: RUN_ALL,
    directory: "/tmp/artifacts/run-all/01M810C7TXJVA6NGH4VDKFX9PK",
    state: failed ? "failed" : "passed",
    is_running: false,
    verdict: failed ? "FAIL" : "PASS",
    exit_code: failed ? 1 : 0,
    started_at: at(0),
    last_at: at(count * 12_000),
    duration_ms: count * 12_000,
    spending: SPENDING,
    limit: null,
    warnings: [],
    faults: [{ file: "events.jsonl", line: 7, message: "an event of an unknown type: later" }],
    files: ["events.jsonl", "run.json"],
    plan: { run_id: PLAN_RUN, spec: "spec.txt" },
    branch: "factory/01/02",
    tip: "520fc0410f4f4a71d6ae99e8962b492df0c3fa56",
    diff: DIFF,
    baseline: "b157e02b43f351bf90f5906616018faeb8a85e10",
    config: CONFIG,
    orders: [...orders, { order: last, state: "waiting", work_order: workOrder(last), run: null, story: null }],
  };
};

/** A run-all of three orders whose last failed. */
export const SCHEDULE: ScheduleStory = scheduleStory(3, (order, index) => orderStory(order, { fails: index === 2 }));

/** A run-all whose three orders ran in parallel. The last one was worked on ahead of its turn. */
export const SIDE_BY_SIDE: ScheduleStory = scheduleStory(3, (order, index) => ({
  ...orderStory(order),
  attempts: [attemptStory(1, true)],
  speculations: [
    ...(index === 2 ? [{ speculation: 1, started_at: at(0), steps: steps(-7000, "verify") } as const] : []),
  ],
}));

/** A compile whose first answer was refused. */
export const PLAN: PlanStory = {
  kind: "planner",
  run_id: PLAN_RUN,
  directory: "/tmp/artifacts/planner/01M810C7B7FMWQ8Q5YR06JX709",
  state: "passed",
  is_running: false,
  verdict: "PASS",
  exit_code: 0,
  started_at: at(0),
  last_at: at(9000),
  duration_ms: 9000,
  spending: SPENDING,
  limit: null,
  warnings: [],
  faults: [],
  files: ["run.json"],
  asked: { questions: [], answers: [] },
  spec: "spec.txt",
  model: "gpt-5.2-codex",
  config: {
    spec: "spec.txt",
    template: null,
    outdir: "/tmp/wo",
    repo: "/tmp/evenly",
    overwrite: false,
    settings: {},
    model: "gpt-5.2-codex",
    reasoning_effort: "medium",
    max_attempts: 5,
    replay: null,
    replay_strict: false,
  },
  attempts: [
    {
      attempt: 1,
      max_attempts: 5,
      started_at: at(0),
      exchange: exchange("plan/attempt-1"),
      tools: null,
      questions: 0,
      judged: {
        errors: [
          { code: "E104", wo_id: "WO-02", message: 'allowed file "b" has no postcondition', field: "allowed_files" },
        ],
        warnings: [],
      },
      manifest: {
        system_overview: ["Shares."],
        verify_contract: null,
        work_orders: [workOrder("WO-01"), workOrder("WO-02")],
      },
    },
    {
      attempt: 2,
      max_attempts: 5,
      started_at: at(4500),
      exchange: exchange("plan/attempt-2"),
      tools: null,
      questions: 0,
      judged: { errors: [], warnings: [] },
      manifest: {
        system_overview: ["Shares."],
        verify_contract: null,
        work_orders: [workOrder("WO-01"), workOrder("WO-02", ["src/WO-01.js"])],
      },
    },
  ],
  written: { work_orders: 2, directory: "/tmp/wo" },
};

/** Members whose values come from a closed set. */
const CLOSED = new Set(["kind", "state", "verdict", "ending", "step", "phase", "kind"]);

/** A story in which every text is different. */
export const withTexts = <Story>(story: Story, text: () => string): Story => {
  const other = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return CLOSED.has(key) ? value : text();
    if (Array.isArray(value)) return value.map((item) => other(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, other(member, name)]));
  };
  return other(story) as Story;
};
