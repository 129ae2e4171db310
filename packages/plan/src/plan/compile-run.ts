import { join } from "node:path";
import type { Context, PlanOptions } from "@llmch/config";
import { askedInRun, EVENT_FORMAT, type EventBody, type PlanConfig } from "@llmch/contract";
import { monotonicClock } from "@llmch/files";
import {
  answeredSpec,
  type CompileOutcome,
  compileHash,
  compilePlan,
  type HeldAcceptance,
  NOTHING_ASKED,
  recordDesign,
} from "@llmch/planner";
import {
  explorerOf,
  limitedByTime,
  NOTHING_SPENT,
  openSession,
  recorderOf,
  type Session,
  shownRoom,
  spentBefore,
  withinBudget,
} from "@llmch/records";
import { readRequest, resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { SYNTAX_READERS } from "@llmch/syntax";
import {
  accepted,
  type JsonObject,
  jsonObject,
  type Refusal,
  type Result,
  refusal,
  rejected,
  sha256Hex,
  titleOf,
} from "@llmch/text";
import { acquireLock } from "@llmch/workspace";
import { planQuestion, planQuestionHash } from "./compile-inputs.ts";
import type { PlanInputs } from "./inputs.ts";
import { SPEC_COPY } from "./kept-spec.ts";
import { planConfig } from "./plan-config.ts";
import { endPlan, type PlanEnding, planOutputs } from "./plan-ending.ts";
import { type PlanFace, planUser } from "./plan-user.ts";
import { recordedQuestion } from "./stored-plan.ts";

/** The copy of the plan to change, if there is one. */
export const STANDING_COPY = "standing_plan.json";
/** The folder of that plan's design. */
export const STANDING_DESIGN = "standing_design";
/** What the planner was told about the repo. */
const MAP_COPY = "repo_map.txt";

/**
 * Compiles a plan in a session of its own. Questions that a previous session asked are answered from its record, so none is asked twice.
 * Refused while another process makes the same plan.
 */
export const compileRun = async (
  inputs: PlanInputs,
  options: PlanOptions,
  runId: string,
  context: Context,
  face: PlanFace,
  previous: StoredRun | null = null,
): Promise<Result<PlanEnding, Refusal>> => {
  const { version, settings, cwd } = context;
  const artifactsRoot = resolveArtifactsRoot(options.artifactsDir, context.env, cwd);
  const lock = acquireLock({ commonDir: join(artifactsRoot, "planner") }, runId, { run: runId });
  if (!lock.ok) return rejected(refusal("locked", `the plan ${runId} is being made`, "wait until that has ended"));
  try {
    const config = planConfig(options, settings.values, cwd);
    const members = planMembers(inputs, options, config, context, { artifactsRoot, runId, previous });
    const session = await openSession(
      { artifactsRoot, kind: "planner", runId, version, members, asked: context.asked, previous },
      { clock: monotonicClock, now: () => new Date(), secrets: context.secrets, env: context.env, observer: face },
    );
    try {
      const compiling = compileIn(session, inputs, options, config, { ...context, face }, previous);
      const outcome = await compiling.catch((fault: unknown): CompileOutcome => {
        // Ctrl-C also ends a git that looks at the repo.
        if (context.signal.aborted)
          return { ...NOTHING_COMPILED, compileHash: hashOf(inputs, context), kind: "interrupted" };
        throw fault;
      });
      return accepted(await endIn(session, outcome, inputs, options, context));
    } catch (fault) {
      session.abandon();
      throw fault;
    }
  } finally {
    lock.value.release();
  }
};

const NOTHING_COMPILED = { attempts: 0, asked: NOTHING_ASKED, errors: [], warnings: [], coverage: null, window: null };

const hashOf = (inputs: PlanInputs, { settings }: Context): string =>
  compileHash(planQuestion(inputs, settings.values));

/** What `run.json` says about a plan (contract §7). */
const planMembers = (
  inputs: PlanInputs,
  options: PlanOptions,
  config: PlanConfig,
  context: Context,
  run: { readonly artifactsRoot: string; readonly runId: string; readonly previous: StoredRun | null },
): JsonObject => {
  const { settings, env } = context;
  const question = planQuestionHash(inputs, settings.values, env);
  // Answers of a previous session may be to another question, and a replayed plan must not be reused.
  const asked = run.previous === null ? question : recordedQuestion(join(run.artifactsRoot, "planner", run.runId));
  const isItsAnswer = inputs.model.replay === null && asked === question;
  return {
    compile_hash: hashOf(inputs, context),
    config: jsonObject(config),
    ...(options.source === undefined ? {} : { source: { ...options.source } }),
    inputs: { ...inputsRecord(inputs, options), ...(isItsAnswer ? { question_sha256: question } : {}) },
    outputs: null,
  };
};

const inputsRecord = (inputs: Pick<PlanInputs, "spec" | "template" | "templatePath">, options: PlanOptions) => ({
  spec_path: options.spec,
  spec_sha256: sha256Hex(inputs.spec),
  template_path: inputs.templatePath,
  template_sha256: sha256Hex(inputs.template),
});

const compileIn = async (
  session: Session,
  inputs: PlanInputs,
  options: PlanOptions,
  config: PlanConfig,
  context: Context & { readonly face: PlanFace },
  previous: StoredRun | null,
): Promise<CompileOutcome> => {
  const { planner } = context.settings.values;
  const issue = options.source === undefined ? "" : `issue ${options.source.number}: `;
  const beginning: EventBody = {
    type: "plan_started",
    format: EVENT_FORMAT,
    spec: options.spec,
    title: `${issue}${titleOf(inputs.spec)}`,
    model: planner.model.join(", "),
    max_attempts: planner.max_attempts,
    config,
  };
  await session.begin(beginning, async () => {
    await session.recordText(SPEC_COPY, inputs.spec);
    if (inputs.standing !== null) await session.recordText(STANDING_COPY, inputs.standing.plan);
    if (inputs.design !== null) await recordDesign(inputs.design, session, STANDING_DESIGN);
    if (inputs.target.hints !== null) await session.recordText(MAP_COPY, inputs.target.hints);
  });
  const before = previous === null ? NOTHING_SPENT : spentBefore(previous);
  const strict = options.strict === true;
  const answers = [...inputs.model.answered, ...askedInRun(previous?.journal.events ?? []).answers];
  const asked = readRequest(context.env, session);
  const unseen = options.part !== undefined || (asked?.ok === true && asked.value.by === "program");
  const told = { plannerRunId: session.runId, strict, unseen, answers };
  const question = { ...planQuestion(inputs, context.settings.values), ...told };
  const mayAsk = planner.questions && inputs.model.replay === null;
  return withinBudget({ model: inputs.model, before }, context, async ({ gateway, time }) => {
    const trying = { ...context, signal: time.signal };
    const model = gateway.for(recorderOf(session, session.recorded, context));
    const { values: settings } = context.settings;
    const files = await inputs.target.look?.();
    const room = await shownRoom(inputs.target.directory, inputs.target, settings, context.env);
    const place = { named: [], model, session, settings, secrets: context.secrets, stop: time.signal };
    const explorer = files === undefined ? null : explorerOf({ ...place, files });
    const compiled = await compilePlan(question, {
      model,
      ...(explorer === null ? {} : { explorer }),
      ledger: session,
      clock: monotonicClock,
      user: planUser(options.decided ?? new Map(), mayAsk, context.face, session),
      syntaxes: SYNTAX_READERS,
      ignoredAmong: inputs.target.ignoredAmong,
      ...(room && { room }),
      ...(options.run === true ? { heldAcceptance: triedIn(inputs.target, session, trying) } : {}),
    });
    const ended = await limitedByTime<CompileOutcome>(compiled, time.reached(), session);
    return { ...ended, conversation: explorer?.conversation() ?? null };
  });
};

/** Writes a plan that was compiled, and records how its run ended. */
const endIn = async (
  session: Session,
  outcome: CompileOutcome,
  inputs: PlanInputs,
  options: PlanOptions,
  context: Context,
): Promise<PlanEnding> => {
  const { runId, directory } = session;
  const { spent, limit } = session.taken();
  const need = outcome.kind === "model-failed" ? await session.limited(context.settings.values.wait_for_limit) : null;
  const limited = need === null ? {} : { limitNeed: need };
  const taken = { spent, limit, warnings: inputs.model.warnings, ...limited };
  const ending = await endPlan(outcome, { runId, directory, target: inputs.target }, options, context, taken);
  const { verdict, exitCode } = ending;
  const spec = answeredSpec(inputs.spec, outcome.asked.answers);
  // Answers are part of the spec; and the question without them has other plans.
  const answered =
    spec === inputs.spec
      ? {}
      : { compile_hash: outcome.compileHash, inputs: inputsRecord({ ...inputs, spec }, options) };
  await session.finish({ verdict, exitCode, summary: null, members: { outputs: planOutputs(ending), ...answered } });
  return ending;
};

const NO_REPO = refusal("not-a-git-repo", "the plan is for no repo", "name it with --repo");

/** Runs a plan's acceptance commands on the commit that it is made for. If that is impossible, it warns and the plan is judged without it. */
const triedIn =
  (
    { directory, commit }: Pick<PlanInputs["target"], "directory" | "commit">,
    { emit }: Pick<Session, "emit">,
    { settings, env, signal, secrets }: Context,
  ): HeldAcceptance =>
  async (manifest) => {
    // Loaded only for plans that run something.
    const { heldAcceptance } = await import("../check/held-acceptance.ts");
    const place = { values: settings.values, env, signal, secrets };
    const held =
      directory === null
        ? rejected(NO_REPO)
        : await heldAcceptance(manifest, directory, place, settings.runsUnseen === true ? "user" : "model", commit);
    if (held.ok) return held.value;
    const [{ message, hint }] = held.issues;
    await emit({ type: "warning", message: `the acceptance commands were not tried: ${message}: ${hint}` });
    return [];
  };
