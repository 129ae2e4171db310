import { dirname, join, resolve } from "node:path";
import { counted, type JsonObject, type JsonValue, type LimitReached, largerLimit } from "@llmch/contract";
import { faultInWords, jsonText, replacePlan } from "@llmch/host";
import { type CompiledPlan, type CompileOutcome, writtenOrders } from "@llmch/planner";
import { NO_SPENDING, type Spending, spentDocument } from "@llmch/story";
import type { Console } from "../console/console.ts";
import { printable } from "../console/paint.ts";
import { EXIT } from "../exit-codes.ts";
import type { Context } from "../main.ts";
import type { PlanOptions } from "../options.ts";
import type { Outcome } from "../outcome.ts";
import { resumeCommand, showCommand } from "../run/next-commands.ts";
import { tellSpent } from "../run/spent-line.ts";
import { estimateCarryingOut } from "./carrying-out.ts";
import { placeDiagnostics } from "./plan-diagnostics.ts";
import { summaryLines } from "./summary-lines.ts";
import type { Target } from "./target.ts";

/** What a compile ends with: the command's outcome, and the `outputs` of its `run.json` (contract §7). */
export interface Concluded {
  readonly ended: Outcome;
  readonly outputs: JsonObject;
}

/** The run that a plan was compiled in, and what for. */
export interface CompiledIn {
  readonly runId: string;
  readonly directory: string;
  readonly target: Target;
}

/** What a compile took of models, and the limit that ended it, where one did. */
export interface Taken {
  readonly spent: Spending;
  readonly limit: LimitReached | null;
  /** What the user should know of the models, a sentence each. */
  readonly warnings: readonly string[];
}

/** A plan that an earlier run made: nobody was asked, so that it costs nothing. */
const TAKEN_NOTHING: Taken = { spent: { ...NO_SPENDING, cost_usd: 0 }, limit: null, warnings: [] };

/**
 * Turns a compile's outcome into the command's; a plan that stands is written to `--outdir`, and not before. It has been
 * paid for: where it cannot be written there, the user is told where it stands.
 * @param taken null where nothing was asked: the plan is one that an earlier run made
 */
export const concludePlan = async (
  outcome: CompileOutcome,
  { runId, directory, target }: CompiledIn,
  options: PlanOptions,
  context: Context,
  taken: Taken | null,
): Promise<Concluded> => {
  const { console, cwd, env } = context;
  const { spent, limit, warnings } = taken ?? TAKEN_NOTHING;
  const plan = outcome.kind === "compiled" ? outcome.plan : null;
  const outdir = options.outdir === undefined ? null : resolve(cwd, options.outdir);
  const output = join(directory, "output");
  const fault = plan === null || outdir === null ? null : await writeFault(plan, outdir);
  const estimate = plan === null ? null : await estimateCarryingOut(plan, target, context);
  const place = fault === null ? (outdir ?? output) : output;
  const root = dirname(dirname(directory));
  const isUsedUp = outcome.kind === "invalid" || outcome.kind === "not-json";
  const more = limit === null ? null : largerLimit(limit);
  const goOn = plan === null ? resumeCommand(runId, isUsedUp, root, { env, cwd }, more) : null;
  const ended: Outcome = {
    ...(fault === null
      ? judgement(outcome, place, taken === null ? runId : null)
      : unwritten(`${outdir} cannot be written (${fault})`, output)),
    runId,
    paths: { artifacts: directory, ...(plan !== null && { orders: place }) },
    counts: {
      work_orders: plan?.orders.length ?? 0,
      attempts: outcome.attempts,
      errors: outcome.errors.length,
      warnings: outcome.warnings.length,
    },
    warnings: [...outcome.warnings, ...warnings.map((message) => ({ code: "warning", message }))],
    extra: {
      cached: taken === null,
      spent: spentDocument(spent),
      ...(estimate === null ? {} : { estimate: estimate.document }),
      ...(goOn === null ? {} : { resume: goOn }),
    },
    located: await placeDiagnostics(outcome, place, directory, options, context),
  };
  const tell = options.json || options.format !== "text" ? console.progress : console.result;
  if (plan !== null && options.printSummary) for (const line of summaryLines(plan)) tell(line);
  if (options.quiet) for (const found of outcome.errors) console.diagnostic(found);
  tellSpent(spent, console);
  if (estimate !== null) console.progress(estimate.line);
  if (goOn !== null) {
    readNext(outcome, directory, showCommand(runId, root, { env, cwd }), console);
    console.progress(`go on:\n  ${goOn}`);
  }
  return {
    ended,
    outputs: {
      work_order_count: plan?.orders.length ?? 0,
      compile_attempts: outcome.attempts,
      manifest_sha256: plan?.manifestSha256 ?? null,
      validation_errors: outcome.errors.map((found): JsonValue => ({ ...found })),
      warnings: outcome.warnings.map((found): JsonValue => ({ ...found })),
      outdir,
      spent: spentDocument(spent),
      ...(estimate === null ? {} : { estimate: estimate.document }),
    },
  };
};

/** Writes the plan's files; why they could not be written, or null. */
const writeFault = async (plan: CompiledPlan, outdir: string): Promise<string | null> => {
  const files = writtenOrders(plan).map(([name, document]) => ({ name, text: jsonText(document) }));
  try {
    await replacePlan(outdir, files);
    return null;
  } catch (fault) {
    return faultInWords(fault);
  }
};

type Judgement = Pick<Outcome, "exitCode" | "verdict" | "lines" | "errors">;

const unwritten = (why: string, output: string): Judgement => {
  const message = `the plan stands, but ${why}`;
  const hint = `copy it from ${output}`;
  return {
    exitCode: EXIT.failed,
    verdict: "ERROR",
    lines: [`ERROR  ${printable(message)}: ${hint}`],
    errors: [{ code: "not-writable", message, hint }],
  };
};

const judgement = (outcome: CompileOutcome, place: string, earlierRun: string | null): Judgement => {
  const { attempts, errors } = outcome;
  const tries = counted(attempts, "attempt");
  const whence = earlierRun === null ? ` in ${tries}` : `, planned before in run ${earlierRun} (--refresh asks anew)`;
  switch (outcome.kind) {
    case "compiled":
      return {
        exitCode: EXIT.ok,
        verdict: "PASS",
        lines: [`PASS  ${outcome.plan.orders.length} work orders${whence}: ${place}`],
      };
    case "invalid":
      return {
        exitCode: EXIT.invalid,
        verdict: "FAIL",
        lines: [`FAIL  still invalid after ${tries}: ${counted(errors.length, "error")}`],
        errors,
      };
    case "not-json":
      return { exitCode: EXIT.notJson, verdict: "FAIL", lines: [`FAIL  no JSON after ${tries}`], errors };
    case "model-failed": {
      const message = `${outcome.message}: ${outcome.hint}`;
      return {
        exitCode: EXIT.model,
        verdict: "ERROR",
        lines: [`ERROR  ${printable(message)}`],
        errors: [{ code: outcome.reason, message }],
      };
    }
    case "limited": {
      const message = `${outcome.message}: ${outcome.hint}`;
      return {
        exitCode: EXIT.limit,
        verdict: "ERROR",
        lines: [`ERROR  ${printable(message)}`],
        errors: [{ code: "limit", message }],
      };
    }
    case "interrupted":
      return {
        exitCode: EXIT.interrupted,
        verdict: "ERROR",
        lines: ["ERROR  interrupted"],
        errors: [{ code: "interrupted", message: "interrupted" }],
      };
  }
};

/** Where to look after a compile that failed; without an answer there is only what was asked. */
const readNext = (outcome: CompileOutcome, directory: string, show: string, console: Console): void => {
  const last = Math.max(1, outcome.attempts);
  const answered = outcome.kind === "invalid" || outcome.kind === "not-json";
  const names = answered
    ? [`validation_errors_attempt_${last}.json`, `llm_raw_response_attempt_${last}.txt`]
    : [`prompt_attempt_${last}.txt`];
  const files = [...names, "compile_summary.json"].map((name) => join(directory, "compile", name));
  console.progress(["read next:", show, ...files].join("\n  "));
};
