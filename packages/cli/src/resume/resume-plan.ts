import { dirname, join } from "node:path";
import { type PlanConfig, planKey, type RunEvent, refusal } from "@llmch/contract";
import { isCopyOfPlan, readTextFile, type StoredRun } from "@llmch/host";
import { EXIT } from "../exit-codes.ts";
import type { Context } from "../main.ts";
import type { ResumeOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { compileRun, SPEC_COPY } from "../plan/compile-run.ts";
import { readPlanSources, withModel } from "../plan/inputs.ts";
import { planOptionsOf } from "../plan/plan-config.ts";
import { resumeCommand } from "../run/next-commands.ts";
import { recordedExchanges } from "../run/previous-session.ts";
import { settingsToGoOn } from "../settings/recorded-settings.ts";
import { attemptsAllowed } from "./resumption.ts";
import { stateOf } from "./unfinished-runs.ts";

/** Goes on with a plan: the answers that were given are gone through again, and only what comes after them is asked. */
export const resumePlan = async (
  stored: StoredRun,
  { config }: Extract<RunEvent, { readonly type: "plan_started" }>,
  options: ResumeOptions,
  context: Context,
): Promise<Outcome> => {
  const spec = await readTextFile(join(stored.directory, SPEC_COPY));
  if (!spec.ok) return refused(spec.issues);
  const used = answersOf(stored);
  const allowed = attemptsAllowed(config, options.maxAttempts, used);
  if (stateOf(stored.journal.events) === "failed" && used >= allowed) {
    const goOn = resumeCommand(stored.runId, true, dirname(dirname(stored.directory)), context);
    return refused([refusal("attempts-used", `the plan has used its ${used} attempts`, `give it more: \`${goOn}\``)]);
  }
  // What it had begun to write is its own to replace.
  const isBegun = config.outdir !== null && (await isCopyOfPlan(config.outdir, join(stored.directory, "output")));
  const now: PlanConfig = {
    ...config,
    max_attempts: allowed,
    overwrite: config.overwrite || isBegun,
    replay: options.replay ?? config.replay,
    replay_strict: config.replay_strict || options.replayStrict,
  };
  const planOptions = planOptionsOf(now, options);
  const settings = settingsToGoOn(now, "planner", context.settings.values, options.given);
  const place = { ...context, settings: { ...context.settings, values: settings } };
  const sources = await readPlanSources(planOptions, place, spec.value);
  const inputs = sources.ok ? await withModel(sources.value, planOptions, place) : sources;
  if (inputs.ok) return compileRun(inputs.value, planOptions, stored.runId, place, stored);
  const exitCode = inputs.issues.some(({ code }) => code === "no-key") ? EXIT.model : EXIT.failed;
  return refused(inputs.issues, exitCode);
};

const answersOf = (stored: StoredRun): number => {
  const recorded = recordedExchanges(stored);
  let count = 0;
  while (recorded.has(planKey(count + 1))) count += 1;
  return count;
};
