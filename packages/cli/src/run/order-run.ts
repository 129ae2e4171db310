import { join } from "node:path";
import {
  commitMessage,
  EVENT_FORMAT,
  type FailureBrief,
  type JsonObject,
  type JsonValue,
  messageOf,
  type RunEvent,
  type RunVerdict,
} from "@llmch/contract";
import { type AttemptRecord, type Clock, carryOut, type Model, type OrderOutcome } from "@llmch/factory";
import { createCommands, createRun, newRunId, type RunStore, type Worktree } from "@llmch/host";
import { EXIT } from "../exit-codes.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";

/** What one order's run is made with. */
export interface OrderRunContext {
  readonly artifactsRoot: string;
  readonly version: string;
  readonly template: string;
  readonly branch: string;
  readonly maxAttempts: number;
  readonly timeoutSeconds: number;
  readonly modelName: string;
  readonly push: boolean;
  /** What the run was asked with, for its record. */
  readonly config: JsonObject;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly now: () => Date;
  /** Values that no artifact may hold. */
  readonly secrets: readonly string[];
  readonly view: (event: RunEvent) => void;
  readonly createModel: (store: RunStore) => Model;
  /** The worktree of the whole schedule; made by the first order that asks. */
  readonly worktree: () => Promise<Worktree>;
  /** Removes the worktree; a fault is a value that says how to mend it by hand. */
  readonly discard: () => Promise<{ readonly message: string; readonly mend: string } | null>;
}

/** How an order's run ended. */
export interface OrderRun {
  readonly runId: string;
  readonly orderId: string;
  readonly directory: string;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  readonly commit: string | null;
  readonly attempts: readonly AttemptRecord[];
  readonly brief: FailureBrief | null;
  /** What was unexpected: a fault, a commit that failed, or trouble after the commit. */
  readonly fault: string | null;
  readonly stack: string | null;
  readonly warnings: readonly string[];
}

type Ending = OrderOutcome | { readonly kind: "fault"; readonly fault: unknown; readonly attempts: readonly [] };

/** Carries one order out with a run directory of its own, and records how it ended, whatever happens. */
export const runOrder = async (loaded: LoadedOrder, context: OrderRunContext): Promise<OrderRun> => {
  const started = context.clock.monotonicMs();
  const runId = newRunId();
  const store = await createRun(context.artifactsRoot, "factory", runId, {
    now: context.now,
    secrets: context.secrets,
  });
  const warnings: string[] = [];
  store.subscribe((event) => {
    if (event.type === "warning") warnings.push(event.message);
    context.view(event);
  });
  const runJson: JsonObject = {
    run_id: runId,
    tool: "factory",
    version: context.version,
    started_at_utc: context.now().toISOString(),
    finished_at_utc: null,
    success: null,
    work_order_id: loaded.order.id,
    work_order_sha256: loaded.sha256,
    working_branch: context.branch,
    config: context.config,
  };
  let baseline: string | null = null;
  let ending: Ending;
  try {
    await store.writeRunJson(runJson);
    await store.record("work_order.json", loaded.document);
    const worktree = await context.worktree();
    baseline = worktree.baseline();
    ending = await carryOutIn(worktree, loaded, runId, store, context);
  } catch (fault) {
    ending = context.signal.aborted ? { kind: "interrupted", attempts: [] } : { kind: "fault", fault, attempts: [] };
  }
  const stopped = ending.kind !== "passed" && ending.kind !== "failed";
  const leftBehind = stopped ? await context.discard() : null;
  if (stopped) await store.makeRoom();
  const run = describe(loaded, runId, store.directory, ending, warnings);
  const summary: JsonValue = {
    run_id: runId,
    work_order_id: loaded.order.id,
    verdict: run.verdict,
    exit_code: run.exitCode,
    total_attempts: run.attempts.length,
    baseline_commit: baseline,
    working_branch: context.branch,
    commit: run.commit,
    repo_tree_hash_after: ending.kind === "passed" ? ending.commit.tree : null,
    rollback_failed: leftBehind !== null,
    mend: leftBehind?.mend ?? null,
    error: run.fault,
    warnings,
    config: context.config,
    attempts: run.attempts.map((attempt) => ({
      ...attempt,
      failure_brief: attempt.failure_brief === null ? null : { ...attempt.failure_brief },
    })),
  };
  const duration_ms = Math.round(context.clock.monotonicMs() - started);
  try {
    await store.record("run_summary.json", summary);
    await store.writeRunJson({
      ...runJson,
      finished_at_utc: context.now().toISOString(),
      success: run.verdict === "PASS",
    });
    await store.emit({ type: "run_finished", verdict: run.verdict, exit_code: run.exitCode, duration_ms });
    await store.close();
  } catch (fault) {
    return { ...run, fault: run.fault ?? `the run's record could not be finished: ${messageOf(fault)}` };
  }
  return leftBehind === null
    ? run
    : { ...run, fault: `${run.fault ?? ""} ${leftBehind.message}: ${leftBehind.mend}`.trim() };
};

const carryOutIn = async (
  worktree: Worktree,
  loaded: LoadedOrder,
  runId: string,
  store: RunStore,
  context: OrderRunContext,
): Promise<OrderOutcome> => {
  const { order, sha256 } = loaded;
  const baseline = worktree.baseline();
  const planRunId = order.provenance?.planner_run_id ?? null;
  await store.emit({
    type: "order_started",
    format: EVENT_FORMAT,
    order: order.id,
    title: order.title,
    branch: context.branch,
    baseline,
    model: context.modelName,
  });
  const commands = createCommands({
    root: worktree.root,
    environment: worktree.environment,
    artifacts: store.directory,
    signal: context.signal,
    secrets: context.secrets,
  });
  const { template, maxAttempts, timeoutSeconds, branch } = context;
  const message = commitMessage({ order: order.id, title: order.title, orderSha256: sha256, runId, planRunId });
  const workspace = context.push ? worktree : { ...worktree, push: async () => ({ ok: true, value: null }) as const };
  return carryOut({ order, template, maxAttempts, timeoutSeconds }, message, branch, baseline, {
    model: context.createModel(store),
    workspace,
    commands,
    ledger: store,
    clock: context.clock,
    stop: context.signal,
  });
};

const describe = (
  { order }: LoadedOrder,
  runId: string,
  directory: string,
  ending: Ending,
  warnings: readonly string[],
): OrderRun => {
  const base = {
    runId,
    orderId: order.id,
    directory,
    attempts: ending.attempts,
    warnings,
    commit: null,
    brief: null,
    fault: null,
    stack: null,
  };
  switch (ending.kind) {
    case "passed":
      return { ...base, verdict: "PASS", exitCode: EXIT.ok, commit: ending.commit.commit, fault: ending.aftermath };
    case "failed":
      return { ...base, verdict: "FAIL", exitCode: EXIT.failed, brief: ending.brief };
    case "interrupted":
      return { ...base, verdict: "ERROR", exitCode: EXIT.interrupted, fault: "interrupted" };
    case "not-committed":
      return { ...base, verdict: "ERROR", exitCode: EXIT.unexpected, fault: `not committed: ${ending.reason}` };
    case "fault": {
      const stack = ending.fault instanceof Error ? (ending.fault.stack ?? null) : null;
      return { ...base, verdict: "ERROR", exitCode: EXIT.unexpected, fault: messageOf(ending.fault), stack };
    }
  }
};

/** Files that tell the most about a failure, for the person who comes next. */
export const filesToRead = (run: OrderRun): readonly string[] => {
  const attempt = run.attempts.at(-1)?.attempt;
  if (attempt === undefined || run.brief === null) return [join(run.directory, "run_summary.json")];
  const folder = join(run.directory, `attempt_${attempt}`);
  const byStage: Readonly<Record<string, string>> = {
    verify_failed: "verify_result.json",
    acceptance_failed: "acceptance_result.json",
    llm_output_invalid: "raw_llm_response.json",
    write_scope_violation: "proposed_writes.json",
    stale_context: "proposed_writes.json",
    write_failed: "write_result.json",
  };
  const shown = byStage[run.brief.stage];
  const names = [
    "failure_brief.json",
    ...(shown === undefined ? [] : [shown]),
    ...(run.brief.stage === "preflight" ? [] : ["se_prompt.txt"]),
  ];
  return names.map((name) => join(folder, name));
};
