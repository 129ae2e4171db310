import { dirname, join, resolve } from "node:path";
import type { AttemptLimit, Context, PlanOptions } from "@llmch/config";
import {
  askedInRun,
  type CallName,
  callKey,
  designCall,
  planCall,
  questionNeeds,
  type RunEvent,
} from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { type PlanInputs, readPlanSources, SPEC_COPY, STANDING_COPY, STANDING_DESIGN, withModel } from "@llmch/plan";
import { recordedDesign, recordedExchanges, verdictOf } from "@llmch/records";
import { attemptsAllowed } from "@llmch/run";
import { isCopyOfPlan, type StoredRun } from "@llmch/store";
import { readDecision } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { resumeCommand } from "./next-commands.ts";

/** What is needed to resume a plan. */
interface ResumedPlan {
  readonly inputs: PlanInputs;
  readonly options: PlanOptions;
  readonly context: Context;
}

/**
 * Prepares to resume a plan: recorded answers are replayed, and only later questions are asked.
 * @param asked what is asked for, without what only the record tells: the spec, the plan that it changes, its window
 */
export const prepareResumedPlan = async (
  stored: StoredRun,
  {
    config: { spec: named, source, imported, revises, part, template },
  }: Extract<RunEvent, { readonly type: "plan_started" }>,
  asked: Omit<PlanOptions, "spec">,
  limit: AttemptLimit | undefined,
  context: Context,
): Promise<Result<ResumedPlan, Refusal>> => {
  const { env, cwd, settings } = context;
  const spec = await readTextFile(join(stored.directory, SPEC_COPY), { links: "none" });
  if (!spec.ok) return spec;
  const standing =
    revises === undefined ? null : await readTextFile(join(stored.directory, STANDING_COPY), { links: "none" });
  if (standing?.ok === false) return standing;
  const { events } = stored.journal;
  const needs = questionNeeds(askedInRun(events));
  const decided = needs.flatMap((need) => readDecision(env, stored, need) ?? []);
  const used = await answersOf(stored);
  const { values } = settings;
  const max_attempts = attemptsAllowed(values.planner, limit, used);
  if (verdictOf(events) === "FAIL" && used >= max_attempts) {
    const goOn = resumeCommand(stored.runId, true, dirname(dirname(stored.directory)), context);
    return rejected(refusal("attempts-used", `the plan has used its ${used} attempts`, `give it more: \`${goOn}\``));
  }
  // It may replace what it had begun to write itself.
  const isBegun =
    asked.outdir !== undefined && (await isCopyOfPlan(resolve(cwd, asked.outdir), join(stored.directory, "output")));
  const options: PlanOptions = {
    ...asked,
    ...{ spec: named, source, imported, revises, part, refresh: false, overwrite: asked.overwrite || isBegun },
    template: asked.template ?? template ?? undefined,
    decided: new Map(decided.map((each) => [each.id, each])),
  };
  const planner = { ...values.planner, max_attempts };
  const place = { ...context, settings: { ...settings, values: { ...values, planner } } };
  const sources = await readPlanSources(options, place, {
    spec: spec.value,
    ...(standing === null ? {} : { standing: standing.value }),
    design: await recordedDesign(join(stored.directory, STANDING_DESIGN)),
  });
  const inputs = sources.ok ? await withModel(sources.value, options, place) : sources;
  return inputs.ok ? accepted({ inputs: inputs.value, options, context: place }) : inputs;
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
