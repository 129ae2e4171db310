import { join, resolve } from "node:path";
import type { Context, PlanOptions } from "@llmch/config";
import type { LimitReached, Need, RunVerdict } from "@llmch/contract";
import { faultInWords, jsonText } from "@llmch/files";
import { type CompiledPlan, type CompileOutcome, writtenDesign, writtenOrders } from "@llmch/planner";
import { replacePlan } from "@llmch/store";
import { NO_SPENDING, type Spending, spentDocument } from "@llmch/story";
import { EXIT, type JsonObject, type JsonValue } from "@llmch/text";
import { estimateCarryingOut } from "./carrying-out.ts";
import type { Target } from "./target.ts";

/** The run that compiled a plan, and its target. */
export interface CompiledIn {
  readonly runId: string;
  readonly directory: string;
  readonly target: Target;
}

/** What a compile spent on models, and the limit that ended it, if any. */
export interface PlanCost {
  readonly spent: Spending;
  readonly limit: LimitReached | null;
  /** What the user should know about the models, one sentence each. */
  readonly warnings: readonly string[];
  /** The usage limit that it met, if its end is waited for. */
  readonly limitNeed?: Need;
}

/** How a plan's run ended. */
export interface PlanEnding extends CompiledIn, PlanCost {
  readonly verdict: RunVerdict;
  /** The exit code in the record (contract §1). */
  readonly exitCode: number;
  readonly outcome: CompileOutcome;
  /** True if no model was asked because an earlier run made the plan. */
  readonly isStored: boolean;
  readonly outdir: string | null;
  /** Why the plan could not be written to `outdir`; null if it was written, or did not have to be. */
  readonly unwritten: string | null;
  /** The folder that holds the orders. */
  readonly orders: string;
  /** What carrying it out may cost; null if unknown, or if there is no plan. */
  readonly estimate: JsonObject | null;
}

/** Nothing was asked for a plan that an earlier run made, so it costs nothing. */
const TAKEN_NOTHING: PlanCost = { spent: { ...NO_SPENDING, cost_usd: 0 }, limit: null, warnings: [] };

/**
 * Writes a finished plan to `--outdir`, and reports how the run ended. The plan has been paid for: if it cannot be written there, the
 * ending says where it is.
 * @param taken null if nothing was asked because an earlier run made the plan
 */
export const endPlan = async (
  outcome: CompileOutcome,
  { runId, directory, target }: CompiledIn,
  options: Pick<PlanOptions, "outdir">,
  context: Context,
  taken: PlanCost | null,
): Promise<PlanEnding> => {
  const plan = outcome.kind === "compiled" && outcome.plan.orders.length > 0 ? outcome.plan : null;
  const outdir = options.outdir === undefined ? null : resolve(context.cwd, options.outdir);
  const unwritten = plan === null || outdir === null ? null : await writeFault(plan, outdir);
  const output = join(directory, "output");
  return {
    ...{ runId, directory, target, outcome, outdir, unwritten },
    ...(taken ?? TAKEN_NOTHING),
    ...(unwritten === null ? ENDINGS[outcome.kind] : { verdict: "ERROR", exitCode: EXIT.failed }),
    ...(taken?.limitNeed === undefined ? {} : { exitCode: EXIT.waiting }),
    isStored: taken === null,
    orders: unwritten === null ? (outdir ?? output) : output,
    estimate: plan === null ? null : await estimateCarryingOut(plan, target, context),
  };
};

const ENDINGS: Readonly<Record<CompileOutcome["kind"], Pick<PlanEnding, "verdict" | "exitCode">>> = {
  compiled: { verdict: "PASS", exitCode: EXIT.ok },
  waiting: { verdict: "ERROR", exitCode: EXIT.waiting },
  invalid: { verdict: "FAIL", exitCode: EXIT.invalid },
  undesigned: { verdict: "FAIL", exitCode: EXIT.invalid },
  "not-json": { verdict: "FAIL", exitCode: EXIT.notJson },
  "model-failed": { verdict: "ERROR", exitCode: EXIT.model },
  stuck: { verdict: "FAIL", exitCode: EXIT.failed },
  limited: { verdict: "ERROR", exitCode: EXIT.limit },
  interrupted: { verdict: "ERROR", exitCode: EXIT.interrupted },
};

/** Writes the plan's files; returns why they could not be written, or null. */
export const writeFault = async (plan: CompiledPlan, outdir: string): Promise<string | null> => {
  const asJson = ([name, document]: readonly [name: string, document: JsonValue]) => ({
    name,
    text: jsonText(document),
  });
  const design = plan.design === null ? null : writtenDesign(plan.design);
  const [name, text] = design?.page ?? ["", ""];
  const files = [
    ...(design === null ? [] : [asJson(design.document), { name, text }]),
    ...writtenOrders(plan).map(asJson),
  ];
  try {
    await replacePlan(outdir, files);
    return null;
  } catch (fault) {
    return faultInWords(fault);
  }
};

/** The `outputs` of the run's `run.json` (contract §7). */
export const planOutputs = ({ outcome, outdir, spent, estimate }: PlanEnding): JsonObject => {
  const plan = outcome.kind === "compiled" && outcome.plan.orders.length > 0 ? outcome.plan : null;
  return {
    work_order_count: plan?.orders.length ?? 0,
    compile_attempts: outcome.attempts,
    manifest_sha256: plan?.manifestSha256 ?? null,
    validation_errors: outcome.errors.map((found): JsonValue => ({ ...found })),
    warnings: outcome.warnings.map((found): JsonValue => ({ ...found })),
    outdir,
    spent: spentDocument(spent),
    ...(estimate === null ? {} : { estimate }),
  };
};
