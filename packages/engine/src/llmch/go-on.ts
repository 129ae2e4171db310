import { resolve } from "node:path";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import type { AttemptLimit, GivenSettings, ResumeOptions as GoingOn } from "../options.ts";
import { compileRun } from "../plan/index.ts";
import { findResumable, prepareResumedPlan, type Resumable, workToResume } from "../resume/index.ts";
import { recordedRepo } from "../resume/recorded-repo.ts";
import type { ActContext } from "./act.ts";
import { carryOutWork } from "./carry-out-work.ts";
import { endedPlan } from "./compile-spec.ts";
import { type Ended, refusedBy } from "./ended.ts";
import type { Instance } from "./instance.ts";
import { optionFault } from "./option-faults.ts";
import { RESUME_OPTIONS } from "./option-kinds.ts";
import type { Plan, ResumeOptions, Run, RunReference } from "./public.ts";

/** Resumes a run of orders, or a plan. */
export const goOn = async (
  run: RunReference,
  options: ResumeOptions,
  instance: Instance,
  context: ActContext,
): Promise<Ended<Plan | Run>> => {
  const fault = optionFault(options, RESUME_OPTIONS);
  if (fault !== null) return refusedBy([fault]);
  const limit = attemptLimit(options.maxAttempts);
  if (!limit.ok) return refusedBy(limit.issues);
  const goingOn = goingOnOptions(run, options, instance, context);
  const found = await findResumable(goingOn, context);
  if (!found.ok) return refusedBy(found.issues);
  if (found.value.kind === "push") {
    const message = `the run ${found.value.runId} has passed, and only its push failed`;
    return refusedBy([refusal("not-resumable", message, `\`llmch resume ${found.value.runId}\` pushes it`)]);
  }
  const { kind } = found.value;
  const maxAttempts = limit.value ?? givenLimit(context.given, kind === "plan" ? "planner" : "factory");
  const limited = maxAttempts === null ? goingOn : { ...goingOn, maxAttempts };
  if (found.value.kind === "plan") return goOnPlanning(found.value, limited, context);
  const work = await workToResume(found.value, limited, context);
  return work.ok ? carryOutWork(work.value, context) : refusedBy(work.issues);
};

/** The repo in a run's record, whose settings apply. */
export const repoOf = async (run: RunReference, { artifactsDir, env, cwd, repo, signal }: Instance): Promise<string> =>
  (await recordedRepo({ run: idOf(run), artifactsDir }, env, cwd, signal)) ?? repo;

/** The id of a run that a caller names. */
export const idOf = (run: RunReference): string => (typeof run === "string" ? run : run.runId);

const goOnPlanning = async (
  { stored, beginning }: Extract<Resumable, { readonly kind: "plan" }>,
  options: GoingOn,
  context: ActContext,
): Promise<Ended<Plan>> => {
  const prepared = await prepareResumedPlan(stored, beginning, options, context);
  if (!prepared.ok) return refusedBy(prepared.issues);
  const { inputs, options: planning, context: today } = prepared.value;
  const ending = await compileRun(inputs, planning, stored.runId, today, context, stored);
  return ending.ok ? endedPlan(ending.value) : refusedBy(ending.issues);
};

const goingOnOptions = (
  run: RunReference,
  options: ResumeOptions,
  { artifactsDir, cwd }: Instance,
  { given }: ActContext,
): GoingOn => {
  const { allowStale = false, allowVerifyExempt = false, allowNetwork = false } = options;
  const { allowEmpty = false, stopOnRepeat = false, replay, replayStrict = false, sandbox } = options;
  return {
    ...{ run: idOf(run), artifactsDir, given, replayStrict, stopOnRepeat },
    ...{ allowStale, allowVerifyExempt, allowEmpty, allowNetwork, sandbox: sandbox !== "off" },
    ...(replay === undefined ? {} : { replay: resolve(cwd, replay) }),
  };
};

const attemptLimit = (asked: ResumeOptions["maxAttempts"]): Result<AttemptLimit | null, Refusal> => {
  if (asked === undefined) return accepted(null);
  const [, sign = "", digits = ""] = /^(\+?)([0-9]{1,6})$/.exec(String(asked)) ?? [];
  return Number(digits) < 1
    ? rejected(refusal("usage", `maxAttempts cannot be ${asked}`, 'give a number such as 5, or "+2" for two more'))
    : accepted({ kind: sign === "" ? "in-all" : "more", count: Number(digits) });
};

/** The attempt limit in the instance's settings takes precedence over the record. */
const givenLimit = (given: GivenSettings, role: "planner" | "factory"): AttemptLimit | null => {
  const count = given[`${role}.max_attempts`];
  return typeof count === "number" ? { kind: "in-all", count } : null;
};
