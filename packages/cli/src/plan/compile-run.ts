import { join } from "node:path";
import {
  EVENT_FORMAT,
  type JsonObject,
  jsonObject,
  type LimitReached,
  limitInWords,
  type RunEvent,
  refusal,
  sha256Hex,
} from "@llmch/contract";
import {
  acquireLock,
  createRun,
  monotonicClock,
  type RunStore,
  reopenRun,
  resolveArtifactsRoot,
  type StoredRun,
} from "@llmch/host";
import { SYNTAX_READERS } from "@llmch/host/syntax";
import { type CompileOutcome, compileHash, compilePlan } from "@llmch/planner";
import { runSpending } from "@llmch/story";
import { printable } from "../console/paint.ts";
import { type RunView, whileShown } from "../console/run-view.ts";
import { EXIT } from "../exit-codes.ts";
import type { Context } from "../main.ts";
import type { PlanOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { commandBudget, NOTHING_SPENT, spentBefore } from "../run/command-budget.ts";
import { createRunGateway } from "../run/gateway.ts";
import { recordedExchanges } from "../run/previous-session.ts";
import { startTimeLimit } from "../run/time-limit.ts";
import { planQuestion, planQuestionHash } from "./compile-inputs.ts";
import { concludePlan } from "./conclusion.ts";
import type { PlanInputs } from "./inputs.ts";
import { planConfig } from "./plan-config.ts";
import { recordedQuestion } from "./stored-plan.ts";

/** Where a plan's run keeps its spec: what came from standard input is nowhere else. */
export const SPEC_COPY = "spec.txt";
/** And what the planner was told of the repo. */
const MAP_COPY = "repo_map.txt";

/**
 * Compiles a plan with a run directory of its own. A previous session of the run is gone through again with the answers that it
 * recorded; nobody is asked a second time.
 */
export const compileRun = async (
  inputs: PlanInputs,
  options: PlanOptions,
  runId: string,
  context: Context,
  earlier: StoredRun | null = null,
): Promise<Outcome> => {
  const root = resolveArtifactsRoot(options.artifactsDir, context.env, context.cwd);
  const settings = context.settings.values;
  const lock = acquireLock({ commonDir: join(root, "planner") }, runId, { run: runId });
  if (!lock.ok) return refused([refusal("locked", `the plan ${runId} is being made`, "wait until that has ended")]);
  try {
    const stores = { secrets: context.secrets };
    const store = earlier === null ? await createRun(root, "planner", runId, stores) : await reopenRun(earlier, stores);
    const replayed = inputs.model.replay === null ? "" : `, replay of ${inputs.model.replay}`;
    const { console } = context;
    console.progress(
      `${console.colors.bold("llmch plan")}  ${printable(options.spec)}, ${settings.planner.model.join(", ")}${replayed}`,
    );
    for (const warning of inputs.model.warnings) {
      console.progress(console.colors.yellow(`warning: ${printable(warning)}`));
    }
    const watched = { outline: { kind: "plan" }, asks: inputs.model.replay === null } as const;
    return await whileShown(watched, console, (view) =>
      compileInto(store, inputs, options, runId, context, view, earlier),
    ).catch((fault: unknown) => {
      store.abandon();
      throw fault;
    });
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
  view: RunView,
  earlier: StoredRun | null,
): Promise<Outcome> => {
  const { cwd, env, settings } = context;
  const { planner, budget } = settings.values;
  store.subscribe(view.event);
  const events: RunEvent[] = [...(earlier?.journal.events ?? [])];
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
    inputs.model.replay === null && (earlier === null || recordedQuestion(store.directory) === question);
  const config = planConfig(options, settings.values, cwd);
  const runJson: JsonObject = {
    run_id: runId,
    tool: "planner",
    version: context.version,
    started_at_utc: earlier?.journal.events[0]?.ts ?? new Date().toISOString(),
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
  if (earlier === null) {
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
    await store.emit({ type: "resumed", format: EVENT_FORMAT, from_seq: earlier.journal.events.length - 1 });
  }
  const recorded = earlier === null ? null : recordedExchanges(earlier);
  const places = { store: () => store, recorded: () => recorded };
  const before = earlier === null ? NOTHING_SPENT : spentBefore(earlier);
  const time = startTimeLimit(context.signal, budget.minutes, before.ms);
  const asking = { ...context, signal: time.signal };
  const gateway = createRunGateway(places, inputs.model, commandBudget(budget, before), asking);
  const compiled = await compilePlan(compileInputs, {
    model: gateway,
    ledger: store,
    clock: monotonicClock,
    syntaxes: SYNTAX_READERS,
  }).finally(() => {
    time.close();
    return gateway.close();
  });
  const outcome = await limitedByTime(compiled, time.reached(), store);
  view.close();
  const taken = { spent: runSpending(events), limit, warnings: inputs.model.warnings };
  const run = { runId, directory: store.directory, target: inputs.target };
  const { ended, outputs } = await concludePlan(outcome, run, options, context, taken);
  await store.writeRunJson({
    ...runJson,
    finished_at_utc: new Date().toISOString(),
    success: ended.exitCode === EXIT.ok,
    outputs,
  });
  await store.settle();
  const verdict = ended.verdict === "REFUSED" ? "FAIL" : ended.verdict;
  const duration_ms = Math.round(monotonicClock.monotonicMs() - started);
  await store.emit({ type: "run_finished", verdict, exit_code: ended.exitCode, duration_ms });
  await store.close();
  return ended;
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
