import { cpSync } from "node:fs";
import { join } from "node:path";
import {
  callKey,
  EVENT_FORMAT,
  type EventBody,
  type ModelRequest,
  type PlanConfig,
  type RunConfig,
} from "@llmch/contract";
import { carryOut } from "@llmch/factory";
import { createRun, newRunId, type RunStore } from "@llmch/store";
import { answerOf, memoryLanding, orderScene, type SceneOptions, temporaryFolder } from "@llmch/testkit";
import { landCandidate } from "../landing/land-candidate.ts";

/** A store as llmch's own code writes it: a plan, and a run-all whose first order passed in its second attempt. */
export interface RecordedStore {
  readonly root: string;
  readonly plan: string;
  readonly schedule: string;
  readonly order: string;
  remove(): void;
}

export const CONFIG: RunConfig = {
  repo: "/gone/repo",
  branch: null,
  create_branch: false,
  reuse_branch: false,
  commit_hash: null,
  max_attempts: 5,
  llm_model: "model-1",
  llm_temperature: 0,
  timeout_seconds: 60,
  allow_verify_exempt: false,
  allow_empty: false,
  settings: {},
  allow_dirty: false,
  allow_stale: false,
  stop_on_repeat: false,
  sandbox: "off",
  allow_network: false,
  push: false,
  out: null,
  orders: "/gone/wo",
  replay: null,
  replay_strict: false,
};

const PLAN_CONFIG: PlanConfig = {
  spec: "/gone/spec.txt",
  template: null,
  outdir: null,
  repo: null,
  overwrite: false,
  settings: {},
  model: "model-1",
  reasoning_effort: "medium",
  max_attempts: 5,
  replay: null,
  replay_strict: false,
};

/** Recorded once and copied for each test, because writing durably to disk is slow. */
let recorded: Promise<RecordedStore> | null = null;

export const recordedStore = async (): Promise<RecordedStore> => {
  recorded ??= record();
  const original = await recorded;
  const { path, remove } = temporaryFolder();
  const root = join(path, "runs");
  cpSync(original.root, root, { recursive: true });
  return { ...original, root, remove };
};

const record = async (): Promise<RecordedStore> => {
  const { path, remove } = temporaryFolder();
  process.on("exit", remove);
  const root = join(path, "runs");
  const plan = await recordPlan(root);
  const schedule = newRunId();
  const order = await recordOrder(root, { schedule });
  await recordSchedule(root, schedule, order);
  return { root, plan, schedule, order, remove };
};

const WRONG = answerOf({ "greet.js": "export const greet = 0;\n", "other.js": "" });
const BAD = answerOf({ "greet.js": "export const greet = 1;\n" });
const GOOD = answerOf({ "greet.js": "export const greet = 2;\n" });

/** An order's run, by the factory's own code: refused for a path, then by a command, then committed. */
export const recordOrder = async (
  root: string,
  { schedule = null, scene = {} }: { readonly schedule?: string | null; readonly scene?: SceneOptions },
): Promise<string> => {
  const runId = newRunId();
  const store = await createRun(root, "factory", runId);
  const { job, ports } = orderScene({
    replies: [WRONG, BAD, GOOD],
    commands: { "node --check greet.js": [{ exitCode: 1, stderrTail: "SyntaxError: no greeting\n" }, {}] },
    ...scene,
  });
  const { id, title, intent } = job.order;
  await store.record("work_order.json", { id, title, intent });
  await store.settle();
  await store.emit({
    type: "order_started",
    format: EVENT_FORMAT,
    order: id,
    title,
    work_order_sha256: "0",
    branch: "work",
    baseline: "a".repeat(40),
    model: "model-1",
    schedule,
    config: CONFIG,
  });
  const model = { ask: recordingModel(store, ports.model) };
  const commands = { run: printingCommands(store, ports.commands) };
  const outcome = await carryOut(job, { ...ports, model, commands, ledger: store });
  if (outcome.kind === "candidate") {
    const landing = memoryLanding();
    const landingPorts = { landing, push: landing.push, workspace: ports.workspace, ledger: store, clock: ports.clock };
    await landCandidate(outcome.candidate, { message: "m", branch: "work" }, landingPorts);
  }
  const verdict = outcome.kind === "candidate" ? "PASS" : outcome.kind === "failed" ? "FAIL" : "ERROR";
  await store.record("run_summary.json", { error: outcome.kind === "interrupted" ? "interrupted" : null, hint: null });
  await end(store, verdict);
  return runId;
};

/** Records each exchange as the gateway does. */
const recordingModel =
  (store: RunStore, model: ReturnType<typeof orderScene>["ports"]["model"]) => async (request: ModelRequest) => {
    const key = callKey(request.call);
    await store.emit({ type: "model_asked", key });
    const reply = await model.ask(request);
    if (reply.kind !== "answered") return reply;
    const usage = { input_tokens: 1000, output_tokens: 200, cached_tokens: 0 };
    await store.appendExchange({
      key,
      response: { text: reply.text, reasoning: "thought" },
      usage,
      model: reply.model,
    });
    await store.emit({ type: "model_answered", key, duration_ms: 5, usage, model: reply.model });
    return reply;
  };

const printingCommands =
  (store: RunStore, commands: ReturnType<typeof orderScene>["ports"]["commands"]) =>
  async (request: Parameters<typeof commands.run>[0]) => {
    const result = await commands.run(request);
    await store.recordText(request.stdout, result.stdoutTail);
    await store.recordText(request.stderr, result.stderrTail);
    return result;
  };

const recordSchedule = async (root: string, runId: string, order: string): Promise<void> => {
  const store = await createRun(root, "run-all", runId);
  await store.record("orders/WO-01.json", { id: "WO-01", title: "Greet by name" });
  const orders = ["WO-01", "WO-02"].map((id) => ({ order: id, sha256: "0" }));
  const begin = { format: EVENT_FORMAT, branch: "work", baseline: "a".repeat(40), orders, skipped: [], config: CONFIG };
  await store.emit({ type: "schedule_started", ...begin });
  await store.emit({ type: "order_run_started", order: "WO-01", run: order });
  const ended = { verdict: "PASS", exit_code: 0, commit: "commit-1", seal: null } as const;
  await store.emit({ type: "order_run_ended", order: "WO-01", run: order, ...ended });
  await end(store, "ERROR");
};

const recordPlan = async (root: string): Promise<string> => {
  const runId = newRunId();
  const store = await createRun(root, "planner", runId);
  const settings = { spec: "spec.txt", model: "model-1", max_attempts: 5, config: PLAN_CONFIG };
  await store.emit({ type: "plan_started", format: EVENT_FORMAT, ...settings });
  const fault = { code: "E103", wo_id: "WO-01", message: "a postcondition too many", field: "postconditions" } as const;
  for (const [attempt, errors, files] of [
    [1, [fault], ["a.js"]],
    [2, [], ["a.js", "b.js"]],
  ] as const) {
    const key = `plan/attempt-${attempt}`;
    const manifest = { work_orders: [{ id: "WO-01", title: "Greet by name", allowed_files: files }] };
    await store.emit({ type: "compile_attempt_started", attempt, max_attempts: 5 });
    await store.recordText(`compile/prompt_attempt_${attempt}.txt`, `plan it, ${attempt}`);
    await store.emit({ type: "model_asked", key });
    await store.appendExchange({ key, response: { text: JSON.stringify(manifest) } });
    await store.emit({ type: "model_answered", key, duration_ms: 5, usage: null, model: "model-1" });
    await store.recordText(`compile/llm_raw_response_attempt_${attempt}.txt`, JSON.stringify(manifest));
    await store.record(`compile/manifest_raw_attempt_${attempt}.json`, manifest);
    await store.emit({ type: "compile_attempt_judged", attempt, errors, warnings: [] });
  }
  await store.emit({ type: "plan_written", work_orders: 1, directory: "output" });
  await end(store, "PASS");
  return runId;
};

const end = async (
  store: RunStore,
  verdict: Extract<EventBody, { type: "run_finished" }>["verdict"],
): Promise<void> => {
  await store.settle();
  await store.emit({ type: "run_finished", verdict, exit_code: verdict === "PASS" ? 0 : 1, duration_ms: 1234 });
  await store.close();
};
