import { join } from "node:path";
import {
  accepted,
  EVENT_FORMAT,
  EXIT,
  type JsonObject,
  jsonObject,
  type LimitReached,
  limitInWords,
  type Refusal,
  type Result,
  type RunEvent,
  refusal,
  rejected,
  sha256Hex,
} from "@llmch/contract";
import { monotonicClock } from "@llmch/files";
import { type CompileOutcome, compileHash, compilePlan } from "@llmch/planner";
import { createRun, type RunStore, reopenRun, resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { runSpending } from "@llmch/story";
import { SYNTAX_READERS } from "@llmch/syntax";
import { acquireLock } from "@llmch/workspace";
import { commandBudget, NOTHING_SPENT, spentBefore } from "../asking/command-budget.ts";
import { createRunGateway, recorderOf } from "../asking/gateway.ts";
import { startTimeLimit } from "../asking/time-limit.ts";
import type { Context } from "../context.ts";
import type { RunObserver } from "../observer.ts";
import type { PlanOptions } from "../options.ts";
import { recordedExchanges } from "../order/previous-session.ts";
import { planQuestion, planQuestionHash } from "./compile-inputs.ts";
import type { PlanInputs } from "./inputs.ts";
import { planConfig } from "./plan-config.ts";
import { endPlan, type PlanEnding, planOutputs } from "./plan-ending.ts";
import { recordedQuestion } from "./stored-plan.ts";

/** Where a plan's run keeps its spec: what came from standard input is nowhere else. */
export const SPEC_COPY = "spec.txt";
/** And what the planner was told of the repo. */
const MAP_COPY = "repo_map.txt";

/**
 * Compiles a plan with a run directory of its own. A previous session of the run is gone through again with the answers that it
 * recorded; nobody is asked a second time. Refused while another process makes the same plan.
 */
export const compileRun = async (
  inputs: PlanInputs,
  options: PlanOptions,
  runId: string,
  context: Context,
  observer: Pick<RunObserver, "event">,
  previous: StoredRun | null = null,
): Promise<Result<PlanEnding, Refusal>> => {
  const root = resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd);
  const lock = acquireLock({ commonDir: join(root, "planner") }, runId, { run: runId });
  if (!lock.ok) return rejected(refusal("locked", `the plan ${runId} is being made`, "wait until that has ended"));
  try {
    const stores = { secrets: context.secrets };
    const store =
      previous === null ? await createRun(root, "planner", runId, stores) : await reopenRun(previous, stores);
    const ending = compileInto(store, inputs, options, runId, context, observer, previous);
    return accepted(
      await ending.catch((fault: unknown) => {
        store.abandon();
        throw fault;
      }),
    );
  } finally {
    lock.value.release();
  }
};

const compileInto = async (
  store: RunStore,
  inputs: PlanInputs,
  options: PlanOptions,
  runId: string,
  context: Context,
  observer: Pick<RunObserver, "event">,
  previous: StoredRun | null,
): Promise<PlanEnding> => {
  const { cwd, env, settings } = context;
  const { planner, budget } = settings.values;
  store.subscribe(observer.event);
  const events: RunEvent[] = [...(previous?.journal.events ?? [])];
  let limit: LimitReached | null = null;
  store.subscribe((event) => {
    events.push(event);
    if (event.type === "limit_reached") limit = event;
  });
  const started = monotonicClock.monotonicMs();
  const compileInputs = { ...planQuestion(inputs, settings.values), plannerRunId: runId };
  const question = planQuestionHash(inputs, settings.values, env);
  // Answers of a previous session may be to another question, and what a record answers is nobody's to take again.
  const isItsAnswer =
    inputs.model.replay === null && (previous === null || recordedQuestion(store.directory) === question);
  const config = planConfig(options, settings.values, cwd);
  const runJson: JsonObject = {
    run_id: runId,
    tool: "planner",
    version: context.version,
    started_at_utc: previous?.journal.events[0]?.ts ?? new Date().toISOString(),
    finished_at_utc: null,
    success: null,
    compile_hash: compileHash(compileInputs),
    config: jsonObject(config),
    inputs: {
      spec_path: options.spec,
      spec_sha256: sha256Hex(inputs.spec),
      template_path: inputs.templatePath,
      template_sha256: sha256Hex(inputs.template),
      ...(isItsAnswer ? { question_sha256: question } : {}),
    },
    outputs: null,
  };
  await store.writeRunJson(runJson);
  if (previous === null) {
    await store.recordText(SPEC_COPY, inputs.spec);
    if (inputs.target.hints !== null) await store.recordText(MAP_COPY, inputs.target.hints);
    await inputs.target.keepMap();
    await store.settle();
    await store.emit({
      type: "plan_started",
      format: EVENT_FORMAT,
      spec: options.spec,
      model: planner.model.join(", "),
      max_attempts: planner.max_attempts,
      config,
    });
  } else {
    await store.emit({ type: "resumed", format: EVENT_FORMAT, from_seq: previous.journal.events.length - 1 });
  }
  const recorded = previous === null ? null : recordedExchanges(previous);
  const before = previous === null ? NOTHING_SPENT : spentBefore(previous);
  const time = startTimeLimit(context.signal, budget.minutes, before.ms);
  const asking = { ...context, signal: time.signal };
  const gateway = createRunGateway(inputs.model, commandBudget(budget, before), asking);
  const compiled = await compilePlan(compileInputs, {
    model: gateway.for(recorderOf(store, recorded, context)),
    ledger: store,
    clock: monotonicClock,
    syntaxes: SYNTAX_READERS,
  }).finally(() => {
    time.close();
    return gateway.close();
  });
  const outcome = await limitedByTime(compiled, time.reached(), store);
  const taken = { spent: runSpending(events), limit, warnings: inputs.model.warnings };
  const ending = await endPlan(
    outcome,
    { runId, directory: store.directory, target: inputs.target },
    options,
    context,
    taken,
  );
  await store.writeRunJson({
    ...runJson,
    finished_at_utc: new Date().toISOString(),
    success: ending.exitCode === EXIT.ok,
    outputs: planOutputs(ending),
  });
  await store.settle();
  const duration_ms = Math.round(monotonicClock.monotonicMs() - started);
  await store.emit({ type: "run_finished", verdict: ending.verdict, exit_code: ending.exitCode, duration_ms });
  await store.close();
  return ending;
};

/** A compile that was stopped because the time was up ends as at any other limit. */
const limitedByTime = async (
  outcome: CompileOutcome,
  reached: LimitReached | null,
  store: RunStore,
): Promise<CompileOutcome> => {
  if (outcome.kind !== "interrupted" || reached === null) return outcome;
  await store.emit({ type: "limit_reached", ...reached });
  return { ...outcome, kind: "limited", ...limitInWords(reached) };
};
