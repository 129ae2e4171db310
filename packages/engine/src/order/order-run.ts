import {
  commitMessage,
  createRedactor,
  EVENT_FORMAT,
  type JsonObject,
  jsonObject,
  type LimitReached,
  limitInWords,
  messageOf,
  type RunConfig,
  type RunEvent,
} from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import { type Clock, carryOut, type Model, type OrderOutcome, type PreviousSession } from "@llmch/factory";
import type { VerifyChoices } from "@llmch/languages";
import type { ReplaySource } from "@llmch/models";
import { type CommandRequest, createCommands, resolveProgram } from "@llmch/process";
import { createRun, type RunStore, reopenRun, type StoredRun } from "@llmch/store";
import { isOfQuestions, runSpending } from "@llmch/story";
import type { Repository, Worktree } from "@llmch/workspace";
import type { RunObserver } from "../observer.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import { describeEnding, type OrderEnding, type OrderRun } from "./order-ending.ts";
import { summaryOf } from "./order-record.ts";
import { concludeEarlierCommit, previousSessionOf, recordedExchanges } from "./previous-session.ts";
import type { SetupFault, SetupPlace } from "./setup.ts";

/** What one order's run is made with. */
export interface OrderRunContext {
  readonly artifactsRoot: string;
  readonly version: string;
  readonly template: string;
  readonly repo: Repository;
  readonly branch: string;
  /** The id of the run-all that it is a part of. */
  readonly schedule: string | null;
  /** What the run was asked with, for its record. */
  readonly config: RunConfig;
  readonly settings: FactorySettings;
  /** What decides how the repo is verified, besides its tree. */
  readonly choices: VerifyChoices;
  readonly signal: AbortSignal;
  /** The limit of time, where it was what fired the signal. */
  readonly timeIsUp: () => LimitReached | null;
  readonly clock: Clock;
  readonly now: () => Date;
  /** Values that no artifact may hold. */
  readonly secrets: readonly string[];
  readonly observer: Pick<RunObserver, "event" | "output">;
  /** @param recorded answers that were given in a previous session of the run */
  readonly createModel: (store: RunStore, recorded: ReplaySource | null) => Model;
  /** The commit that the next order starts from. */
  readonly baseline: () => string;
  /** The worktree of the whole schedule; made by the first order that asks. */
  readonly worktree: () => Promise<Worktree>;
  /** Installs what the repo depends on, where that is set up and not done yet. */
  readonly setUp: (place: SetupPlace) => Promise<SetupFault | undefined>;
  /** Removes the worktree; a fault is a value that says how to fix it by hand. */
  readonly discard: () => Promise<{ readonly message: string; readonly hint: string } | null>;
}

/**
 * Carries one order out with a run directory of its own, and records how it ended, whatever happens.
 * @param earlier the run as an earlier process left it, to be gone on with in its own directory
 */
export const runOrder = async (
  loaded: LoadedOrder,
  runId: string,
  context: OrderRunContext,
  earlier: StoredRun | null = null,
): Promise<OrderRun> => {
  const started = context.clock.monotonicMs();
  const options = { now: context.now, secrets: context.secrets };
  const store =
    earlier === null
      ? await createRun(context.artifactsRoot, "factory", runId, options)
      : await reopenRun(earlier, options);
  const warnings: string[] = [];
  const asked: RunEvent[] = (earlier?.journal.events ?? []).filter(isOfQuestions);
  let limit: LimitReached | null = null;
  store.subscribe((event) => {
    if (event.type === "warning") warnings.push(event.message);
    if (event.type === "limit_reached") limit = event;
    if (isOfQuestions(event)) asked.push(event);
    context.observer.event(event);
  });
  const runJson: JsonObject = {
    run_id: runId,
    tool: "factory",
    version: context.version,
    started_at_utc: earlier?.journal.events[0]?.ts ?? context.now().toISOString(),
    finished_at_utc: null,
    success: null,
    work_order_id: loaded.order.id,
    work_order_sha256: loaded.sha256,
    working_branch: context.branch,
    schedule: context.schedule,
    config: jsonObject(context.config),
  };
  let baseline: string | null = null;
  let ending: OrderEnding;
  try {
    await store.writeRunJson(runJson);
    await store.record("work_order.json", loaded.document);
    const session = earlier === null ? null : previousSessionOf(earlier, loaded.order.id);
    const [beginning] = earlier?.journal.events ?? [];
    // The observer is told which order it is that goes on.
    if (beginning !== undefined) context.observer.event(beginning);
    if (earlier === null) await begin(loaded, store, context);
    else await store.emit({ type: "resumed", format: EVENT_FORMAT, from_seq: earlier.journal.events.length - 1 });
    const { push } = context.config;
    const concluded =
      session === null ? null : await concludeEarlierCommit(runId, session, { ...context, push }, store);
    const progress = session?.progress;
    baseline = progress?.intent?.from ?? progress?.started?.baseline ?? context.baseline();
    if (concluded === null) {
      const worktree = await context.worktree();
      baseline = worktree.baseline();
      const unready = await context.setUp(setupPlace(worktree, store, context));
      if (unready === undefined) ending = await carryOutIn(worktree, loaded, runId, store, context, earlier, session);
      else if (unready === null) ending = { kind: "interrupted", attempts: [] };
      else ending = { kind: "not-set-up", why: unready, attempts: [] };
    } else ending = concluded;
  } catch (fault) {
    ending = context.signal.aborted ? { kind: "interrupted", attempts: [] } : { kind: "fault", fault, attempts: [] };
  }
  ending = await limitedByTime(ending, context, store);
  const stopped = ending.kind !== "passed" && ending.kind !== "failed";
  const leftBehind = stopped ? await context.discard() : null;
  if (stopped) await store.makeRoom();
  const place = { runId, directory: store.directory, warnings, spent: runSpending(asked), limit };
  let run = describeEnding(loaded, place, ending);
  const duration_ms = Math.round(context.clock.monotonicMs() - started);
  try {
    await store.record(
      "run_summary.json",
      summaryOf(run, ending, { baseline, hint: leftBehind?.hint ?? null }, context),
    );
    await store.writeRunJson({
      ...runJson,
      finished_at_utc: context.now().toISOString(),
      success: run.verdict === "PASS",
    });
    await store.settle();
    await store.emit({ type: "run_finished", verdict: run.verdict, exit_code: run.exitCode, duration_ms });
    run = { ...run, seal: await store.close() };
  } catch (fault) {
    store.abandon();
    return { ...run, fault: run.fault ?? `the run's record could not be finished: ${messageOf(fault)}` };
  }
  return leftBehind === null
    ? run
    : { ...run, fault: `${run.fault ?? ""} ${leftBehind.message}: ${leftBehind.hint}`.trim() };
};

const setupPlace = (
  worktree: Worktree,
  store: RunStore,
  { repo, signal, secrets, observer, clock }: OrderRunContext,
): SetupPlace => {
  const { directory, emit } = store;
  return { repo, worktree, directory, signal, secrets, onOutput: observer.output, emit, now: clock.monotonicMs };
};

/** An order that was stopped because the time was up ends as at any other limit. */
const limitedByTime = async (
  ending: OrderEnding,
  { timeIsUp }: Pick<OrderRunContext, "timeIsUp">,
  store: RunStore,
): Promise<OrderEnding> => {
  const reached = ending.kind === "interrupted" ? timeIsUp() : null;
  if (reached === null) return ending;
  try {
    await store.emit({ type: "limit_reached", ...reached });
  } catch (fault) {
    return { kind: "fault", fault, attempts: [] };
  }
  return { kind: "limited", ...limitInWords(reached), attempts: ending.attempts };
};

/** The journal's first word: with it, and with the order beside it, the run can be gone on with. */
const begin = async (
  { order, sha256 }: LoadedOrder,
  store: RunStore,
  { branch, baseline, schedule, config }: OrderRunContext,
): Promise<void> => {
  await store.settle();
  await store.emit({
    type: "order_started",
    format: EVENT_FORMAT,
    order: order.id,
    title: order.title,
    work_order_sha256: sha256,
    branch,
    baseline: baseline(),
    model: config.llm_model,
    schedule,
    config,
  });
};

const carryOutIn = async (
  worktree: Worktree,
  loaded: LoadedOrder,
  runId: string,
  store: RunStore,
  context: OrderRunContext,
  earlier: StoredRun | null,
  session: PreviousSession | null,
): Promise<OrderOutcome> => {
  const { order, sha256 } = loaded;
  const { template, branch, config } = context;
  const baseline = worktree.baseline();
  const planRunId = order.provenance?.planner_run_id ?? null;
  const commands = createCommands({
    root: worktree.root,
    environment: worktree.environment,
    enclosure: worktree.enclosure,
    artifacts: store.directory,
    signal: context.signal,
    secrets: context.secrets,
    onOutput: context.observer.output,
  });
  const title = createRedactor(context.secrets).text(order.title);
  const message = commitMessage({ order: order.id, title, orderSha256: sha256, runId, planRunId });
  const workspace = config.push ? worktree : { ...worktree, push: async () => ({ ok: true, value: null }) as const };
  const job = {
    order,
    template,
    maxAttempts: config.max_attempts,
    timeoutSeconds: config.timeout_seconds,
    stopOnRepeat: config.stop_on_repeat,
    settings: context.settings,
    verifiedBy: {
      choices: context.choices,
      isInstalled: (path: string) => resolveProgram(path, { path: "", cwd: worktree.root }) !== null,
    },
  };
  const ports = {
    model: context.createModel(store, earlier === null ? null : recordedExchanges(earlier)),
    workspace,
    commands: {
      run: async (request: CommandRequest) => {
        await worktree.ready();
        return commands.run(request);
      },
    },
    ledger: store,
    clock: context.clock,
    stop: context.signal,
  };
  const outcome = await (session === null
    ? carryOut(job, { message, branch, baseline }, ports)
    : carryOut(job, { message, branch, baseline }, ports, session));
  const changed = worktree.changedRepo();
  if (changed !== null && outcome.kind !== "passed") await store.emit({ type: "warning", message: changed });
  return outcome;
};
