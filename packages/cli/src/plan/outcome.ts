import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { counted, formatRefusal, largerLimit, printable, textsMember } from "@llmch/contract";
import type { PlanEnding } from "@llmch/engine/plan";
import { resumeCommand, showCommand } from "@llmch/engine/resume";
import type { CompiledPlan, CompileOutcome } from "@llmch/planner";
import { spentDocument } from "@llmch/story";
import type { CommandContext } from "../command-context.ts";
import type { Console } from "../console/console.ts";
import type { PlanOptions } from "../options.ts";
import type { Outcome } from "../outcome.ts";
import { tellSpent } from "../run/spent-line.ts";
import { plannedOrders } from "./orders-table.ts";
import { placeDiagnostics } from "./plan-diagnostics.ts";
import { type LookedAt, planDocument, planLines, runAllCommand } from "./plan-lines.ts";
import { summaryLines } from "./summary-lines.ts";
import { tableWidth } from "./table-width.ts";

/** Prints how a plan's run ended, and returns it as the command's outcome. */
export const planOutcome = async (
  ending: PlanEnding,
  options: PlanOptions,
  context: CommandContext,
): Promise<Outcome> => {
  const { console, cwd, env } = context;
  const { runId, directory, outcome, spent, limit, warnings, estimate, orders, unwritten } = ending;
  const plan = outcome.kind === "compiled" ? outcome.plan : null;
  const root = dirname(dirname(directory));
  const isUsedUp = USED_UP.has(outcome.kind);
  const more = limit === null ? null : largerLimit(limit);
  const goOn = plan === null ? resumeCommand(runId, isUsedUp, root, { env, cwd }, more) : null;
  const lookedAt = plan === null ? null : await lookedThrough(plan, ending, options, context);
  const ended: Outcome = {
    ...(unwritten === null
      ? judgement(outcome, orders, ending.isStored ? runId : null)
      : cannotBeWritten(`${ending.outdir} cannot be written (${unwritten})`, orders)),
    exitCode: ending.exitCode,
    verdict: ending.verdict,
    runId,
    paths: { artifacts: directory, ...(plan !== null && { orders }) },
    counts: {
      work_orders: plan?.orders.length ?? 0,
      attempts: outcome.attempts,
      errors: outcome.errors.length,
      warnings: outcome.warnings.length,
    },
    warnings: [...outcome.warnings, ...warnings.map((message) => ({ code: "warning", message }))],
    extra: () => ({
      cached: ending.isStored,
      spent: spentDocument(spent),
      ...(estimate === null ? {} : { estimate: estimate.document }),
      ...(lookedAt === null ? {} : planDocument(lookedAt)),
      ...(goOn === null ? {} : { resume: goOn }),
    }),
    located: await placeDiagnostics(outcome, orders, directory, options, context),
  };
  const tell = options.json || options.format !== "text" ? console.progress : console.result;
  if (plan !== null && options.printSummary) for (const line of summaryLines(plan)) tell(line);
  if (options.quiet) for (const found of outcome.errors) console.failure(found);
  // Nothing has told of these yet: a design has no diagnostics.
  if (outcome.kind === "undesigned") for (const fault of designFaults(outcome.faults)) console.failure(fault);
  tellSpent(spent, console);
  if (lookedAt !== null && !options.json && options.format === "text" && console.rendering !== "json") {
    const page = { colors: console.colors, width: tableWidth(console.stderr) };
    console.progress(["", ...(await planLines(lookedAt, page))].join("\n"));
  } else if (estimate !== null) console.progress(estimate.line);
  if (goOn !== null) {
    readNext(outcome, directory, showCommand(runId, root, { env, cwd }), console);
    console.progress(`to continue:\n  ${goOn}`);
  }
  return ended;
};

const lookedThrough = async (
  { manifest, orders }: CompiledPlan,
  ending: PlanEnding,
  { repo }: PlanOptions,
  context: CommandContext,
): Promise<LookedAt> => ({
  orders: await plannedOrders(orders),
  overview: textsMember(manifest, "system_overview"),
  estimate: ending.estimate?.line ?? null,
  coverage: ending.outcome.coverage,
  next: runAllCommand(ending.orders, repo ?? false, dirname(dirname(ending.directory)), context),
});

type Judgement = Pick<Outcome, "lines" | "errors">;

const cannotBeWritten = (why: string, output: string): Judgement => {
  const message = `the plan stands, but ${why}`;
  const hint = `copy it from ${output}`;
  return {
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
        lines: [`PASS  ${counted(outcome.plan.orders.length, "work order")}${whence}: ${place}`],
      };
    case "invalid":
      return {
        lines: [`FAIL  still invalid after ${tries}: ${counted(errors.length, "error")}`],
        errors,
      };
    case "not-json":
      return { lines: [`FAIL  no JSON after ${tries}`], errors };
    case "undesigned":
      return {
        lines: [
          `FAIL  the design is still faulty after ${counted(outcome.answers, "attempt")}: ${counted(outcome.faults.length, "fault")}`,
        ],
        errors: designFaults(outcome.faults),
      };
    case "model-failed": {
      const message = formatRefusal(outcome);
      return {
        lines: [`ERROR  ${printable(message)}`],
        errors: [{ code: outcome.reason, message }],
      };
    }
    case "limited": {
      const message = formatRefusal(outcome);
      return {
        lines: [`ERROR  ${printable(message)}`],
        errors: [{ code: "limit", message }],
      };
    }
    case "interrupted":
      return {
        lines: ["INTERRUPTED"],
        errors: [{ code: "interrupted", message: "interrupted" }],
      };
  }
};

const designFaults = (faults: readonly string[]) => faults.map((message) => ({ code: "undesigned", message }));

/** Ended for want of attempts. */
const USED_UP: ReadonlySet<CompileOutcome["kind"]> = new Set(["invalid", "not-json", "undesigned"]);

/** Prints where to look after a failed compile. */
const readNext = (outcome: CompileOutcome, directory: string, show: string, console: Console): void => {
  const files = [...filesToRead(outcome), "compile/compile_summary.json"].map((name) => join(directory, name));
  console.progress(["read next:", show, ...files.filter((file) => existsSync(file))].join("\n  "));
};

/** Without an answer there is only the prompt: of the plan, or of its design. */
const filesToRead = (outcome: CompileOutcome): readonly string[] => {
  if (outcome.kind === "undesigned")
    return [`design/faults_attempt_${outcome.answers}.json`, `design/llm_raw_response_attempt_${outcome.answers}.txt`];
  const last = Math.max(1, outcome.attempts);
  return USED_UP.has(outcome.kind)
    ? [`compile/validation_errors_attempt_${last}.json`, `compile/llm_raw_response_attempt_${last}.txt`]
    : [`compile/prompt_attempt_${last}.txt`];
};
