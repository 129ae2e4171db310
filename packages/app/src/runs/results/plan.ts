import { dirname } from "node:path";
import type { Context } from "@llmch/config";
import {
  type AskedQuestions,
  type Conversation,
  type Diagnostic,
  judgeWorkOrder,
  openQuestions,
  questionNeeds,
  type WorkOrder,
} from "@llmch/contract";
import type { PlanEnding } from "@llmch/plan";
import type { CompileOutcome, PlannedWindow } from "@llmch/planner";
import { storedStory } from "@llmch/records";
import { formatRefusal } from "@llmch/text";
import { z } from "zod";
import { document } from "../../description/members.ts";
import type { Outcome, OutcomeError, OutcomeWarning } from "../../outcome.ts";
import { nextAfter, runAllCommand } from "../order-commands.ts";
import { showCommand } from "../resume/next-commands.ts";
import { filesToOpen } from "../show/files-to-open.ts";
import { needsSchema } from "./needs.ts";
import { placedWarnings, planSource } from "./plan-source.ts";
import { planOf, planSchema } from "./planned-orders.ts";
import { spentOf, spentSchema } from "./spent.ts";

/** What a planner asked. */
export const questionsSchema = () =>
  z
    .array(
      z.object({
        ...{ id: z.string(), question: z.string(), why: z.string(), assumed: z.string() },
        answer: z.string().nullable().optional().describe("yours; null if the plan assumes, left out if it waits"),
      }),
    )
    .describe("what the planner asked");

type Questions = z.output<ReturnType<typeof questionsSchema>>;

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
    imported: document(
      "what was taken from the plan of another tool: format, place, items, commands, and what it told",
    ).optional(),
    resume: z.string().optional().describe("the command that continues it, if it did not end well"),
    needs: needsSchema().optional(),
    questions: questionsSchema().optional(),
  });

export type MadePlan = z.output<ReturnType<typeof madePlanSchema>>;

/** How a plan's run ended, for the build whose window it planned too. */
export interface PlanOutcome extends Outcome<MadePlan> {
  /** What a window of a build says besides its orders; left out if there is no plan, or it is no window. */
  readonly window?: PlannedWindow | null;
  readonly conversation?: Conversation | null | undefined;
}

/** How a plan's run ended. */
export const planOutcome = async (
  ending: PlanEnding,
  { repo }: { readonly repo: string | false },
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<PlanOutcome> => {
  const { runId, directory, outcome, verdict, exitCode, spent, estimate } = ending;
  const plan = outcome.kind === "compiled" && outcome.plan.orders.length > 0 ? outcome.plan : null;
  const root = dirname(dirname(directory));
  const attempts = outcome.kind === "undesigned" ? outcome.answers : outcome.attempts;
  const questions = questionsOf(outcome.asked);
  const needs = outcome.kind === "waiting" ? questionNeeds(outcome.asked) : [ending.limitNeed ?? []].flat();
  const run = { kind: "planner", runId } as const;
  const { resume } = await nextAfter(root, run, { env, cwd });
  const isOver = outcome.kind === "compiled";
  const orders = (plan?.orders ?? []).flatMap((written) => {
    const judged = judgeWorkOrder(written);
    return judged.ok ? [judged.value] : [];
  });
  const next = runAllCommand(ending.orders, repo, root, { env, cwd });
  const source = await planSource(outcome, ending.orders, directory);
  return {
    ...{ exitCode, verdict, runId, window: outcome.window, conversation: outcome.conversation },
    result: {
      ...{ kind: "plan", runId, verdict, directory, orders, ordersDirectory: ending.orders },
      ...{ attempts, cached: ending.isStored, spent: spentOf(spent) },
      ...(estimate === null ? {} : { estimate }),
      ...(plan === null ? {} : await planOf(plan.orders, plan.manifest, outcome.coverage, next)),
      ...(isOver ? {} : { resume }),
      ...(needs.length === 0 ? {} : { needs: [...needs] }),
      ...(questions.length === 0 ? {} : { questions }),
    },
    paths: { artifacts: directory, ...(plan !== null && { orders: ending.orders }) },
    counts: {
      ...{ work_orders: plan?.orders.length ?? 0, attempts },
      ...{ errors: outcome.errors.length, warnings: outcome.warnings.length },
    },
    errors: [...unwrittenIn(ending), ...errorsOf(outcome)],
    warnings: planWarnings(ending),
    ...(source === null ? {} : { source }),
    read:
      isOver || needs.length > 0
        ? []
        : [showCommand(runId, root, { env, cwd }), ...filesToOpen(storedStory(root, run))],
  };
};

/** What a plan's user should know: its diagnostics, what its session warned of, and what it assumes. */
export const planWarnings = ({ outcome, warnings }: PlanEnding): readonly OutcomeWarning[] => [
  ...placedWarnings(outcome),
  ...[...warnings, ...assumptionsInWords(questionsOf(outcome.asked))].map((message) => ({ code: "warning", message })),
];

/** What the planner asked, as results have it. */
export const questionsOf = ({ questions, answers }: AskedQuestions): Questions =>
  questions.map((question) => ({ ...question, answer: answers.find(({ id }) => id === question.id)?.answer }));

/** What a plan assumes because nobody was asked, one sentence each. */
export const assumptionsInWords = (questions: Questions): readonly string[] =>
  questions
    .filter(({ answer }) => answer === null)
    .map(({ question, assumed }) => `nobody was asked "${question}": the plan assumes: ${assumed || "what is usual"}`);

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
