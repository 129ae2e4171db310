import { resolve } from "node:path";
import { judgeWorkOrder, refusal } from "@llmch/contract";
import { strictnessConflict } from "../option-conflicts.ts";
import type { PlanOptions as Compiling } from "../options.ts";
import { makePlan, type PlanEnding, preparePlan } from "../plan/index.ts";
import type { ActContext } from "./act.ts";
import { type Ended, refusedBy } from "./ended.ts";
import type { Instance } from "./instance.ts";
import { INTERRUPTED, issue, issueOf, warningOf } from "./issues.ts";
import { optionFault } from "./option-faults.ts";
import { PLAN_OPTIONS } from "./option-kinds.ts";
import type { Issue, Plan, PlanOptions } from "./public.ts";
import { spentOf } from "./spent.ts";

/** Compiles a spec, or takes the stored plan for the same question. */
export const compileSpec = async (
  spec: string | { readonly file: string },
  options: PlanOptions,
  instance: Instance,
  context: ActContext,
): Promise<Ended<Plan>> => {
  const fault = optionFault(options, PLAN_OPTIONS);
  if (fault !== null) return refusedBy([fault]);
  const compiling = compilingOptions(spec, options, instance, context);
  const conflict = strictnessConflict(compiling);
  if (conflict !== null) return refusedBy([refusal("usage", conflict, "see docs/api.md")]);
  const prepared = await preparePlan(compiling, context, typeof spec === "string" ? { spec } : {});
  if (!prepared.ok) return refusedBy(prepared.issues);
  const ending = await makePlan(prepared.value, compiling, context, context);
  return ending.ok ? endedPlan(ending.value) : refusedBy(ending.issues);
};

/** A spec given as text has no file; the record shows it like standard input. */
const TYPED = "-";

const compilingOptions = (
  spec: string | { readonly file: string },
  { outdir, template, overwrite = false, refresh = false, replay, replayStrict = false }: PlanOptions,
  { repo, artifactsDir, cwd }: Instance,
  { given }: ActContext,
): Compiling => ({
  spec: typeof spec === "string" ? TYPED : spec.file,
  ...{ repo, artifactsDir, given, overwrite, refresh, replayStrict, printSummary: false },
  ...(outdir === undefined ? {} : { outdir }),
  ...(template === undefined ? {} : { template }),
  ...(replay === undefined ? {} : { replay: resolve(cwd, replay) }),
});

/** How a plan's run ended, as the library reports it. */
export const endedPlan = (ending: PlanEnding): Ended<Plan> => {
  const { runId, verdict, directory, outcome, orders: ordersDirectory, spent, warnings, unwritten, outdir } = ending;
  const written = outcome.kind === "compiled" ? outcome.plan.orders : [];
  const orders = written.flatMap((document) => {
    const judged = judgeWorkOrder(document);
    return judged.ok ? [judged.value] : [];
  });
  const misplaced =
    unwritten === null
      ? []
      : [
          issue("not-writable", `${outdir} cannot be written (${unwritten})`, {
            hint: `take them from ${ordersDirectory}`,
          }),
        ];
  return {
    value: {
      ...{ kind: "plan", runId, verdict, directory, orders, ordersDirectory },
      ...{ attempts: outcome.attempts, spent: spentOf(spent) },
    },
    issues: [...misplaced, ...failureOf(outcome)],
    warnings: [...outcome.warnings.map(issueOf), ...warnings.map((sentence) => warningOf(sentence))],
  };
};

const failureOf = (outcome: PlanEnding["outcome"]): readonly Issue[] => {
  switch (outcome.kind) {
    case "compiled":
      return [];
    case "invalid":
    case "not-json":
      return outcome.errors.map(issueOf);
    case "undesigned":
      return outcome.faults.map((fault) => issue("undesigned", `the design is faulty: ${fault}`));
    case "model-failed":
      return [issue(outcome.reason, outcome.message, { hint: outcome.hint })];
    case "limited":
      return [issue("limit", outcome.message, { hint: outcome.hint })];
    case "interrupted":
      return [INTERRUPTED];
  }
};
