import { dirname, join, resolve } from "node:path";
import { type Context, type PlanOptions, type ResumeOptions, settingsToGoOn } from "@llmch/config";
import {
  askedInRun,
  type CallName,
  callKey,
  designCall,
  type PlanConfig,
  planCall,
  questionNeeds,
  type RunEvent,
} from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import {
  type PlanInputs,
  planOptionsOf,
  readPlanSources,
  SPEC_COPY,
  STANDING_COPY,
  STANDING_DESIGN,
  withModel,
} from "@llmch/plan";
import { recordedDesign, recordedExchanges, verdictOf } from "@llmch/records";
import { strangeRepo } from "@llmch/run";
import { isCopyOfPlan, ownRunMark, type StoredRun } from "@llmch/store";
import { readDecision } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { resumeCommand } from "./next-commands.ts";
import { foreignPlanWarning, tightenedPlan } from "./own-run.ts";
import { attemptsAllowed } from "./resumption.ts";

/** How it is to go on. */
export type Resuming = Pick<
  ResumeOptions,
  "repo" | "artifactsDir" | "maxAttempts" | "given" | "replay" | "replayStrict"
>;

/** What is needed to resume a plan. */
interface ResumedPlan {
  readonly inputs: PlanInputs;
  readonly options: PlanOptions;
  readonly context: Context;
}

/** Prepares to resume a plan: recorded answers are replayed, and only later questions are asked. */
export const prepareResumedPlan = async (
  stored: StoredRun,
  { config: recorded }: Extract<RunEvent, { readonly type: "plan_started" }>,
  options: Resuming,
  context: Context & { readonly here: string },
): Promise<Result<ResumedPlan, Refusal>> => {
  const spec = await readTextFile(join(stored.directory, SPEC_COPY), { links: "none" });
  if (!spec.ok) return spec;
  const standing =
    recorded.revises === undefined
      ? null
      : await readTextFile(join(stored.directory, STANDING_COPY), { links: "none" });
  if (standing?.ok === false) return standing;
  const isOwn = ownRunMark(context.env, stored) !== null;
  const config = isOwn ? recorded : tightenedPlan(recorded, context.cwd);
  const strange =
    isOwn || config.repo === null
      ? null
      : strangeRepo(stored.runId, config.repo, resolve(context.cwd, options.repo ?? context.here));
  if (strange !== null) return rejected(strange);
  if (!isOwn) context.warn(foreignPlanWarning(stored.runId));
  const { events } = stored.journal;
  const needs = questionNeeds(askedInRun(events));
  const decided = needs.flatMap((need) => readDecision(context.env, stored, need) ?? []);
  const answers = new Map(decided.map((each) => [each.id, each]));
  const used = await answersOf(stored);
  const allowed = attemptsAllowed(config, options.maxAttempts, used);
  if (verdictOf(events) === "FAIL" && used >= allowed) {
    const goOn = resumeCommand(stored.runId, true, dirname(dirname(stored.directory)), context);
    return rejected(refusal("attempts-used", `the plan has used its ${used} attempts`, `give it more: \`${goOn}\``));
  }
  // It may replace what it had begun to write itself.
  const isBegun = config.outdir !== null && (await isCopyOfPlan(config.outdir, join(stored.directory, "output")));
  const now: PlanConfig = {
    ...config,
    max_attempts: allowed,
    overwrite: config.overwrite || isBegun,
    replay: options.replay ?? config.replay,
    replay_strict: config.replay_strict || options.replayStrict,
  };
  const planOptions = { ...planOptionsOf(now, options), answers };
  const todays = context.settings.values;
  const values = isOwn ? settingsToGoOn(now, "planner", todays, options.given) : todays;
  const place = { ...context, settings: { ...context.settings, values } };
  const sources = await readPlanSources(planOptions, place, {
    spec: spec.value,
    ...(standing === null ? {} : { standing: standing.value }),
    design: await recordedDesign(join(stored.directory, STANDING_DESIGN)),
  });
  const inputs = sources.ok ? await withModel(sources.value, planOptions, place) : sources;
  return inputs.ok ? accepted({ inputs: inputs.value, options: planOptions, context: place }) : inputs;
};

/** How many attempts the plan has used, without a call that only asked the user; or its design if that has used them up. */
const answersOf = async (stored: StoredRun): Promise<number> => {
  const recorded = await recordedExchanges(stored);
  const count = (call: (attempt: number) => CallName): number => {
    let answers = 0;
    while (recorded.has(callKey(call(answers + 1)))) answers += 1;
    return answers;
  };
  const isApart = ({ attempt }: { readonly attempt: number }) =>
    !stored.journal.events.some((event) => event.type === "compile_attempt_judged" && event.attempt === attempt);
  const apart = stored.journal.events.findLast((event) => event.type === "planner_asked");
  return count(planCall) - (apart !== undefined && isApart(apart) ? 1 : 0) || count(designCall);
};
