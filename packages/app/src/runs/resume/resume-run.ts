import { dirname, join, resolve } from "node:path";
import { type Context, type ResumeOptions, settingsToGoOn } from "@llmch/config";
import {
  DESIGN_FILE,
  type Design,
  designSha256,
  type Need,
  type RunConfig,
  type RunEvent,
  withFiles,
} from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import {
  designIn,
  designOfRun,
  findUnfinished,
  isSaid,
  type LoadedOrder,
  type LoadFault,
  loadOrderDirectory,
  orderRunsOf,
  type RecordedDesign,
} from "@llmch/records";
import {
  type OrderTask,
  optionsOf,
  type PreflightRequest,
  type Prepared,
  type Schedule,
  strangeRepo,
  type Work,
} from "@llmch/run";
import { resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { accepted, EXIT, type Refusal, type Result, refusal, rejected, shellWord } from "@llmch/text";
import { isTracked, openRepository, type Repository } from "@llmch/workspace";
import { resumeCommand } from "./next-commands.ts";
import { type OwedPush, owedPush } from "./owed-push.ts";
import { type Beginning, foreignWarning, settingsForForeign, tightened } from "./own-run.ts";
import { attemptsAllowed, attemptsUsed, exhausted, lostOrders, steeredTasks, tasksOf } from "./resumption.ts";
import { strangeFault } from "./strange-entries.ts";
import { landedByHand, supersededBy } from "./superseded.ts";
import { ordersToGoOnWith } from "./trust.ts";

type BuildBeginning = Extract<RunEvent, { readonly type: "build_started" }>;
type PlanBeginning = Extract<RunEvent, { readonly type: "plan_started" }>;

/** A run to resume, by its kind. */
export type Resumable =
  /** It passed, and its last push failed. */
  | { readonly kind: "push"; readonly runId: string; readonly owed: OwedPush }
  | { readonly kind: "build"; readonly stored: StoredRun; readonly beginning: BuildBeginning }
  | { readonly kind: "plan"; readonly stored: StoredRun; readonly beginning: PlanBeginning }
  | { readonly kind: "orders"; readonly stored: StoredRun; readonly beginning: Beginning };

/** The run to resume: the one that is named, else the newest unfinished one unless it came with a repo. */
export const findResumable = async (
  options: ResumeOptions,
  { env, cwd, signal }: Context,
): Promise<Result<Resumable, Refusal>> => {
  const owedBy = async (stored: StoredRun) =>
    options.given["factory.push"] === "never" ? null : owedPush(stored, env);
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const found = await findUnfinished(root, options.run, {
    owes: async (stored) => (await owedBy(stored)) !== null,
    signal,
  });
  if (!found.ok) return found;
  const owed = await owedBy(found.value);
  if (owed !== null) return accepted({ kind: "push", runId: found.value.runId, owed });
  const stored = found.value;
  const strange = await strangeFault(stored);
  if (strange !== null) return rejected(strange);
  const foreign = options.run === undefined ? await foreignRun(stored, env) : null;
  if (foreign !== null) return rejected(foreign);
  const [beginning] = stored.journal.events;
  switch (beginning?.type) {
    case "schedule_started":
    case "order_started":
      return accepted({ kind: "orders", stored, beginning });
    case "build_started":
      return accepted({ kind: "build", stored, beginning });
    case "plan_started":
      return accepted({ kind: "plan", stored, beginning });
    default:
      throw new Error(`the run ${stored.runId} begins with ${beginning?.type}`);
  }
};

/** Runs tracked by git come from the repo's maker, including their orders and how commands run. They are not resumed unless named. */
const foreignRun = async ({ directory, runId }: StoredRun, env: Context["env"]): Promise<Refusal | null> =>
  (await isTracked(join(directory, "events.jsonl"), env))
    ? refusal(
        "not-resumable",
        `the newest unfinished run, ${runId}, came with a repo: git tracks it`,
        `see \`llmch show ${runId}\`; if you trust it, or mean another, name the run`,
      )
    : null;

/** What is left to do in a run, and what its user must agree to first. */
interface Resumed {
  readonly work: Work;
  readonly needs: readonly Need[];
}

/** What is left to do in a run of orders, from its last safe step and in its own directory. */
export const workToResume = async (
  { stored: found, beginning: begun }: Extract<Resumable, { readonly kind: "orders" }>,
  options: ResumeOptions,
  today: Context & { readonly here: string },
): Promise<Result<Resumed, LoadFault>> => {
  const { repo } = options;
  const recorded =
    repo === undefined ? begun : { ...begun, config: { ...begun.config, repo: resolve(today.cwd, repo) } };
  const loaded = await ordersToGoOnWith(found, begun, today.env);
  if (!loaded.ok) return loaded;
  const { isOwn, needs } = loaded.value;
  const design = await designOfRun(found);
  if (!design.ok) return design;
  const todays = today.settings.values;
  const strange = isOwn ? null : strangeRepo(found.runId, recorded.config.repo, resolve(today.cwd, repo ?? today.here));
  if (strange !== null) return rejected(strange);
  if (!isOwn) today.warn(foreignWarning(found.runId, recorded.config.repo));
  // Whoever lifts the sandbox or opens the network for it trusts its commands.
  const isTrusted = isOwn || !options.sandbox || options.allowNetwork;
  const orders = loaded.value.orders.map((each) => (isTrusted ? each : { ...each, origin: null }));
  const values = isOwn
    ? settingsToGoOn(recorded.config, "factory", todays, options.given)
    : settingsForForeign(todays, options.given);
  for (const said of changesInWords(values, todays, recorded.branch, endedWithoutModel(found))) today.warn(said);
  const beginning = isOwn ? recorded : { ...recorded, config: tightened(recorded.config, values) };
  const context = { ...today, settings: { ...today.settings, values } };
  const request = await requestOf(found, beginning, { orders, design: design.value }, options, context);
  if (!request.ok) return request;
  const work: Work = {
    request: request.value,
    context,
    schedule: async (prepared) => {
      // Read the run again while holding the branch's lock: another process may have resumed it in the meantime.
      const again = await findUnfinished(dirname(dirname(found.directory)), found.runId, { alone: true });
      if (!again.ok) return again;
      const { branch, baseline: from } = beginning;
      const ids = orders.map(({ order }) => order.id);
      const byHand = await landedByHand(again.value, orders, prepared.repo, { branch, from });
      const superseded = await supersededBy(again.value, ids, prepared.repo, { branch, from }, byHand);
      if (superseded !== null) return rejected(superseded);
      const designed = await designOfRun(again.value);
      if (!designed.ok) return designed;
      const plan = { orders, design: designed.value, byHand };
      const schedule = await scheduleOf(again.value, beginning, plan, options, context, prepared);
      if (schedule.ok) await warnOfChanges(beginning, [loaded.value.begun, orders], designed.value.design, context);
      return schedule;
    },
  };
  return accepted({ work, needs });
};

/** True if the run's last attempt could not ask its model. */
const endedWithoutModel = ({ journal: { events } }: StoredRun): boolean => {
  const stages = events.flatMap((event) =>
    event.type === "attempt_failed" ? [event.brief.stage] : event.type === "order_run_ended" ? [event.stage] : [],
  );
  return stages.at(-1) === "model_unavailable";
};

/** What of the settings has changed since a run began that it does not follow: it goes on as it began. */
const changesInWords = (
  recorded: Settings,
  today: Settings,
  branch: string,
  isWithoutModel: boolean,
): readonly string[] => {
  const anew = `as it began; \`llmch run-all\` with --branch ${shellWord(branch)}`;
  const [asked, named] = [recorded, today].map(({ factory }) => factory.model.join(", "));
  const [verifying, set] = [recorded, today].map(({ verify }) => verify.commands.join(", "));
  return [
    ...(isWithoutModel && asked !== named
      ? [`the run asks ${asked}, ${anew} asks ${named}, which the settings name`]
      : []),
    ...(verifying === set
      ? []
      : [
          `the run verifies with ${verifying || OWN}, ${anew} verifies with ${set || OWN}, as verify.commands says by now`,
        ]),
  ];
};
const OWN = "what its tree says";

/** The orders of a run in their current form, and the design that they follow. */
interface StandingPlan {
  readonly orders: readonly LoadedOrder[];
  readonly design: RecordedDesign;
  /** The runs in which its user carried out orders of it since. */
  readonly byHand: readonly StoredRun[];
}

const scheduleOf = async (
  stored: StoredRun,
  beginning: Beginning,
  { orders, design, byHand }: StandingPlan,
  options: ResumeOptions,
  context: Context,
  prepared: Prepared,
): Promise<Result<Schedule, Refusal>> => {
  const { runId, directory } = stored;
  const isSchedule = beginning.type === "schedule_started";
  const tasks = isSchedule
    ? await tasksOf(stored, orders, prepared, byHand)
    : accepted(orders.map((loaded) => ({ loaded, runId, previous: stored })));
  const steered = tasks.ok ? steeredTasks(stored, tasks.value, options) : tasks;
  if (!steered.ok) return steered;
  const { pending, leftOut } = steered.value;
  const { values } = context.settings;
  const config = configNow(beginning.config, options, pending, values);
  const more = resumeCommand(runId, true, dirname(dirname(directory)), context);
  const denied = pending.some(waits) ? null : exhausted(pending, config.max_attempts, values, more);
  if (denied !== null) return rejected(denied);
  const isDesigned = design.isSettled || !values.design.make;
  const base = {
    runId,
    orders,
    tasks: pending,
    leftOut,
    design: design.design,
    isDesigned,
    config,
  };
  if (!isSchedule) return accepted({ ...base, kind: "run", previous: null, previousRuns: [] });
  for (const id of lostOrders(stored, prepared)) {
    context.warn(`${prepared.branch} does not hold ${id} any more: it is carried out anew`);
  }
  return accepted({
    ...base,
    kind: "run-all",
    previous: stored,
    previousRuns: [...(await orderRunsOf(stored)), ...byHand],
  });
};

/** Whether its run waited for a person when it last ended, and has not gone on since: what was decided may let it try again. */
const waits = ({ previous }: OrderTask): boolean => {
  const last = previous?.journal.events.findLast(
    ({ type }) => type === "run_finished" || type === "user_answered" || type === "attempt_started",
  );
  return last?.type === "run_finished" && last.exit_code === EXIT.waiting;
};

/** The config for this session: as recorded, except for what this command asks for. */
export const configNow = (
  config: RunConfig,
  options: ResumeOptions,
  tasks: readonly OrderTask[],
  { factory }: Settings,
): RunConfig => ({
  ...config,
  push: factory.push !== "never",
  max_attempts: attemptsAllowed(config, options.maxAttempts, attemptsUsed(tasks)),
  allow_stale: config.allow_stale || options.allowStale,
  allow_verify_exempt: config.allow_verify_exempt || options.allowVerifyExempt,
  allow_empty: config.allow_empty || options.allowEmpty,
  allow_network: config.allow_network || options.allowNetwork,
  sandbox: options.sandbox ? config.sandbox : "off",
  stop_on_repeat: options.stopOnRepeat ?? config.stop_on_repeat,
  ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
  replay: options.replay ?? config.replay,
  replay_strict: config.replay_strict || options.replayStrict,
});

const requestOf = async (
  { kind, runId }: StoredRun,
  beginning: Beginning,
  { orders, design }: Pick<StandingPlan, "orders" | "design">,
  options: ResumeOptions,
  { env, settings }: Context,
): Promise<Result<PreflightRequest, Refusal>> => {
  const { branch, baseline, config: recorded } = beginning;
  const config = configNow(recorded, options, [], settings.values);
  const repo = await openRepository(config.repo, env);
  if (!repo.ok) return repo;
  const isNew = (await repo.value.branchTip(branch)) === null;
  const isSchedule = kind === "run-all";
  // What the orders of a run-all change is compared with the commit that it started from.
  if ((isNew || isSchedule) && (await repo.value.resolveCommit(baseline)) === null)
    return rejected(await withoutStart(repo.value, isNew ? branch : null, baseline));
  // If the branch exists, its tip is the baseline; otherwise it is created where the run planned to.
  const start = isNew ? baseline : null;
  const planned = (beginning.type === "schedule_started" ? beginning.plan_acceptance : null) ?? [];
  return accepted({
    orders,
    design: design.design,
    ordersDirectory: isSchedule ? config.orders : dirname(config.orders),
    options: optionsOf(config, options, { branch, baseline: start }),
    approve: config.approve,
    runId,
    skipDone: isSchedule,
    checks: false,
    planAcceptance: planned.map(({ checks: files = [], ...each }) => withFiles(each, files)),
  });
};

/** @param missing the branch, if the repo does not hold it either */
const withoutStart = async ({ root, git }: Repository, missing: string | null, baseline: string): Promise<Refusal> => {
  const held = missing === null ? "does not hold" : `holds neither ${missing} nor`;
  const message = `${root} ${held} ${baseline.slice(0, 10)}, the commit that the run started from`;
  const shallow = await git.read("rev-parse", "--is-shallow-repository");
  const isShallow = shallow.ok && shallow.value.trim() === "true";
  const mend = isShallow
    ? `fetch what the shallow clone lacks: \`git -C ${shellWord(root)} fetch --unshallow\``
    : "put the repo back where it was";
  return refusal("not-resumable", message, `${mend}, or begin a new run`);
};

/** The orders are carried out as recorded; anyone who changed one since is told how to apply the change. */
const warnOfChanges = async (
  { type, config }: Beginning,
  [begun, standing]: readonly [readonly LoadedOrder[], readonly LoadedOrder[]],
  design: Design | null,
  { warn }: Context,
): Promise<void> => {
  if (type === "order_started") return;
  const now = await loadOrderDirectory(config.orders);
  if (!now.ok) return;
  const known = new Set([...begun, ...standing].map(({ sha256 }) => sha256));
  for (const { order } of begun) {
    const changed = now.value.find((other) => other.order.id === order.id);
    if (changed === undefined || known.has(changed.sha256)) continue;
    warn(`${changed.path} was changed since: a new \`llmch run-all\` on the branch takes the change`);
  }
  const beside = await designIn(config.orders);
  const isOther =
    !beside.ok || (beside.value !== null && (design === null || !isSaid(design, designSha256(beside.value))));
  if (isOther)
    warn(
      `${join(config.orders, DESIGN_FILE)} was changed since: a new \`llmch run-all\` on the branch takes the change`,
    );
};
