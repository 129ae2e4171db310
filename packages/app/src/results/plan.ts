import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "@llmch/config";
import {
  type AskedQuestions,
  type Diagnostic,
  judgeWorkOrder,
  largerLimit,
  openQuestions,
  questionNeeds,
  unansweredQuestions,
  type WorkOrder,
} from "@llmch/contract";
import type { PlanEnding } from "@llmch/plan";
import type { CompileOutcome } from "@llmch/planner";
import { formatRefusal } from "@llmch/text";
import { z } from "zod";
import { document } from "../members.ts";
import { runAllCommand } from "../next-commands.ts";
import type { Outcome, OutcomeError } from "../outcome.ts";
import { resumeCommand, settleCommand, showCommand } from "../resume/next-commands.ts";
import { needsSchema } from "./needs.ts";
import { type PlacedDiagnostics, placedDiagnostics } from "./plan-source.ts";
import { type LookedAt, plannedOrders, planOf, planSchema, wholeShown } from "./planned-orders.ts";
import { spentOf, spentSchema } from "./spent.ts";

/** A plan that was asked for, and what came of it. */
export const madePlanSchema = () =>
  z.object({
    kind: z.literal("plan"),
    runId: z.string(),
    verdict: z.enum(["PASS", "FAIL", "ERROR"]),
    directory: z.string().describe("the run's own folder"),
    orders: z.array(document<WorkOrder>("an order", "WorkOrder")).describe("none if the plan is not valid"),
    ordersDirectory: z.string().describe("the folder that contains the orders as files, and their manifest"),
    attempts: z.int().describe("how often the model was asked; 0 if an earlier run made the plan"),
    cached: z.boolean().describe("whether an earlier run made the plan"),
    spent: spentSchema(),
    estimate: document("what carrying it out may cost").optional(),
    ...planSchema().partial().shape,
    resume: z.string().optional().describe("the command that continues it, if it did not end well"),
    needs: needsSchema().optional(),
    questions: z
      .array(
        z.object({
          ...{ id: z.string(), question: z.string(), why: z.string(), assumed: z.string() },
          answer: z.string().nullable().optional().describe("yours; null if the plan assumes, left out if it waits"),
        }),
      )
      .optional()
      .describe("what the planner asked"),
  });

export type MadePlan = z.output<ReturnType<typeof madePlanSchema>>;

/** What a face needs to tell how a plan ended. */
export interface PlanDrawing {
  readonly ending: PlanEnding;
  /** Null if the plan is not valid. */
  readonly lookedAt: LookedAt | null;
  /** The diagnostics of the last answer; null if there are none. */
  readonly found: PlacedDiagnostics | null;
  /** Commands and files that say more about a failure. */
  readonly read: readonly string[];
  /** What the plan assumes because nobody was asked, one sentence each. */
  readonly assumptions: readonly string[];
}

/** How a plan's run ended. */
export const planOutcome = async (
  ending: PlanEnding,
  { repo }: { readonly repo: string | false },
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Outcome<MadePlan, PlanDrawing>> => {
  const { runId, directory, outcome, verdict, exitCode, spent, limit, warnings, estimate } = ending;
  const plan = outcome.kind === "compiled" && outcome.plan.orders.length > 0 ? outcome.plan : null;
  const root = dirname(dirname(directory));
  const { asked } = outcome;
  const assumptions = assumptionsInWords(asked);
  const needs = outcome.kind === "waiting" ? questionNeeds(asked) : [];
  const more = limit === null ? null : largerLimit(limit);
  const resume =
    needs.length > 0
      ? settleCommand(runId, needs, root, { env, cwd })
      : resumeCommand(runId, USED_UP.has(outcome.kind), root, { env, cwd }, more);
  const goOn = outcome.kind === "compiled" ? null : resume;
  const lookedAt: LookedAt | null =
    plan === null
      ? null
      : {
          orders: await plannedOrders(plan.orders),
          ...wholeShown(plan.manifest),
          estimate: estimate?.line ?? null,
          coverage: outcome.coverage,
          next: runAllCommand(ending.orders, repo, root, { env, cwd }),
        };
  const orders = (plan?.orders ?? []).flatMap((written) => {
    const judged = judgeWorkOrder(written);
    return judged.ok ? [judged.value] : [];
  });
  return {
    ...{ exitCode, verdict, runId },
    result: {
      ...{ kind: "plan", runId, verdict, directory, orders, ordersDirectory: ending.orders },
      ...{ attempts: outcome.attempts, cached: ending.isStored, spent: spentOf(spent) },
      ...(estimate === null ? {} : { estimate: estimate.document }),
      ...(lookedAt === null ? {} : planOf(lookedAt)),
      ...(goOn === null ? {} : { resume: goOn }),
      ...(needs.length === 0 ? {} : { needs: [...needs] }),
      ...(asked.questions.length === 0
        ? {}
        : {
            questions: asked.questions.map((question) => ({
              ...question,
              answer: asked.answers.find(({ id }) => id === question.id)?.answer,
            })),
          }),
    },
    paths: { artifacts: directory, ...(plan !== null && { orders: ending.orders }) },
    counts: {
      work_orders: plan?.orders.length ?? 0,
      attempts: outcome.attempts,
      errors: outcome.errors.length,
      warnings: outcome.warnings.length,
    },
    errors: [...unwrittenIn(ending), ...errorsOf(outcome)],
    warnings: [...outcome.warnings, ...[...warnings, ...assumptions].map((message) => ({ code: "warning", message }))],
    drawing: {
      ending,
      lookedAt,
      found: await placedDiagnostics(outcome, ending.orders, directory),
      assumptions,
      read: goOn === null || needs.length > 0 ? [] : filesToRead(ending, showCommand(runId, root, { env, cwd })),
    },
  };
};

/** What a plan assumes because nobody was asked, one sentence each. */
export const assumptionsInWords = (asked: AskedQuestions): readonly string[] =>
  unansweredQuestions(asked).map(
    ({ question, assumed }) => `nobody was asked "${question}": the plan assumes: ${assumed || "what is usual"}`,
  );

const unwrittenIn = ({ unwritten, outdir, orders }: PlanEnding): readonly OutcomeError[] =>
  unwritten === null
    ? []
    : [
        {
          code: "not-writable",
          message: `the plan stands, but ${outdir} cannot be written (${unwritten})`,
          hint: `copy it from ${orders}`,
        },
      ];

const errorsOf = (outcome: CompileOutcome): readonly (Diagnostic | OutcomeError)[] => {
  switch (outcome.kind) {
    case "compiled":
      return [];
    case "waiting":
      return openQuestions(outcome.asked).map(({ id, question, assumed }) => ({
        ...{ code: "waiting", message: `${id} waits for your answer: ${question}` },
        hint: `without one, the plan would assume: ${assumed || "what is usual"}`,
      }));
    case "invalid":
    case "not-json":
      return outcome.errors;
    case "undesigned":
      return outcome.faults.map((message) => ({ code: "undesigned", message }));
    case "model-failed":
      return [{ code: outcome.reason, message: formatRefusal(outcome) }];
    case "stuck":
      return [{ code: "stuck", message: formatRefusal(outcome) }];
    case "limited":
      return [{ code: "limit", message: formatRefusal(outcome) }];
    case "interrupted":
      return [{ code: "interrupted", message: "interrupted" }];
  }
};

/** Ended for want of attempts. */
const USED_UP: ReadonlySet<CompileOutcome["kind"]> = new Set(["invalid", "not-json", "undesigned"]);

/** Where to look after a failed compile. */
const filesToRead = ({ outcome, directory }: PlanEnding, show: string): readonly string[] => {
  const files = [...tellingFiles(outcome), "compile/compile_summary.json"].map((name) => join(directory, name));
  return [show, ...files.filter((file) => existsSync(file))];
};

/** Without an answer there is only the prompt: of the plan, or of its design. */
const tellingFiles = (outcome: CompileOutcome): readonly string[] => {
  if (outcome.kind === "undesigned")
    return [`design/faults_attempt_${outcome.answers}.json`, `design/llm_raw_response_attempt_${outcome.answers}.txt`];
  const last = Math.max(1, outcome.attempts + (outcome.asked.isApart ? 1 : 0));
  return USED_UP.has(outcome.kind)
    ? [`compile/validation_errors_attempt_${last}.json`, `compile/llm_raw_response_attempt_${last}.txt`]
    : [`compile/prompt_attempt_${last}.txt`];
};
