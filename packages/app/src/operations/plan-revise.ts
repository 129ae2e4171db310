import { strictnessConflict } from "@llmch/config";
import {
  type PreparedRevision,
  plannedRepo,
  prepareRevisedPlan,
  type RevisedPlan,
  replaceStandingPlan,
  revisePlan,
  widerLanded,
} from "@llmch/plan";
import { resolveArtifactsRoot } from "@llmch/store";
import { EXIT, refusal, shellWord } from "@llmch/text";
import { z } from "zod";
import { resumePlan } from "../carry-out/ask-plan.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, refresh, replaying, strict, template, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { type Outcome, refused, unplanned } from "../outcome.ts";
import { runAllCommand } from "../runs/order-commands.ts";
import { changedPlanSchema, changesInWords } from "../runs/results/changed-plan.ts";
import { type MadePlan, planOutcome, planWarnings, questionsOf } from "../runs/results/plan.ts";
import { spentOf } from "../runs/results/spent.ts";
import { PLAN_EXITS } from "./plan.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "plan revise",
  topic: "Plan",
  sentence: "have the planner change a plan as you describe; shows the difference, and changes nothing by itself",
  may: "ask",
  makes: "planner",
  argument: { member: "feedback", shown: "<feedback>" },
  settings: ["planner", "design", "budget", "network", "notify"],
  request: z.strictObject({
    feedback: text().describe("what is to be changed, in your words"),
    plan: text()
      .optional()
      .describe("a folder of orders, or the id of a run (default: the newest plan of the repo)")
      .meta({ value: "dir" }),
    agree: choice("replace the orders in that folder without asking").meta({ flag: null }),
    spec: text()
      .optional()
      .describe("the product spec (default: the one that the plan's run keeps)")
      .meta({ value: "file" }),
    repo: z
      .union([text(), z.literal(false)])
      .optional()
      .describe("the target repo (default: the one that the plan was made for)")
      .meta({ value: "dir", off: "plan for an empty directory" }),
    template: template(),
    refresh: refresh(),
    run: choice(
      "run each answer's acceptance commands on --repo's HEAD, in a worktree: those that pass there are sent back",
    ),
    strict: strict(),
    ...replaying(),
    artifactsDir: artifactsDir(),
  }),
  result: changedPlanSchema(),
  examples: ['plan revise "split WO-03, keep the API"', 'plan revise "no new dependency" --plan wo --yes'],
  exits: ["0 a new plan", "1 nothing changes, or refused", ...PLAN_EXITS.slice(2)],
}));

type Request = RequestOf<typeof description>;
type Result = ResultOf<typeof description> | MadePlan;

/** Asks the planner to change a plan as the caller says, and replaces the orders if the caller agrees. */
export const operate = async (request: Request, context: OperationContext): Promise<Outcome<Result>> => {
  const { face, given, settings } = context;
  const conflict = strictnessConflict({ ...request, given });
  if (conflict !== null) return refused([refusal("usage", conflict, "see `llmch plan revise --help`")]);
  if (request.run && request.repo === false)
    return refused([refusal("usage", "--run and --no-repo exclude each other", "keep one")]);
  const strict = request.strict ?? settings.values.run.strict;
  const { goesOn } = context.asked ?? {};
  if (goesOn !== undefined) {
    const { template, replay, replayStrict, answers, artifactsDir, run } = request;
    const asked = {
      template,
      replay,
      replayStrict,
      answers,
      artifactsDir,
      run,
      strict,
      given,
      overwrite: false,
      refresh: false,
    };
    const repo = request.repo === false ? {} : { repo: request.repo };
    return resumePlan(goesOn.stored, { ...asked, ...repo }, goesOn.maxAttempts, context);
  }
  const revision = await prepareRevisedPlan({ ...request, strict, given }, context);
  if (!revision.ok) return unplanned(revision.issues);
  const { options: asked, prepared, standing, replaces } = revision.value;
  const repo = asked.repo ?? false;
  if (prepared.kind !== "stored") {
    const { model } = prepared.inputs;
    await face.begins({
      ...{ kind: "plan", operation: "plan revise", subject: standing.place, repo, replay: model.replay },
      ...{ models: settings.values.planner.model, warnings: model.warnings, caps: settings.values.budget },
    });
  }
  const made = await revisePlan(revision.value, context, face);
  if (!made.ok) return refused(made.issues);
  const { ending } = made.value;
  if (ending.outcome.kind !== "compiled") return planOutcome(ending, { repo }, context);
  const end = (isTaken: boolean) => changedPlan(revision.value, made.value, isTaken, request, context);
  if (replaces === null || changesInWords(made.value) === null) return end(false);
  const question = `Replace the orders in ${replaces}?`;
  const unseen = await widerLanded(revision.value, made.value, context.env);
  const scene = { kind: "change", question, lines: [], revised: made.value, unseen } as const;
  const agreed = request.agree ? (unseen ?? true) : await face.begins(scene);
  if (typeof agreed === "object") return refused([agreed]);
  if (!agreed) return end(false);
  const replaced = await replaceStandingPlan(revision.value, made.value, replaces, context);
  return replaced.ok ? end(true) : refused(replaced.issues);
};

/** The repo of the plan, whose settings apply. */
export const settingsRepo = async (
  request: Request,
  place: Pick<OperationContext, "env" | "cwd">,
): Promise<string | null> => plannedRepo(request, place);

/** What the new plan changes, and whether it was taken up. */
const changedPlan = (
  { options: asked, standing, replaces, branch }: PreparedRevision,
  { ending, changes, whole }: RevisedPlan,
  isTaken: boolean,
  { artifactsDir }: Request,
  context: OperationContext,
): Outcome<Result> => {
  const root = resolveArtifactsRoot(artifactsDir, context.env, context.cwd);
  const isSame = changesInWords({ changes, whole }) === null;
  const questions = questionsOf(ending.outcome.asked);
  const orders = isTaken ? (replaces ?? ending.orders) : ending.orders;
  const on = branch === null ? "" : ` --branch ${shellWord(branch)}`;
  const next = `${runAllCommand(replaces ?? orders, asked.repo ?? false, root, context)}${on}`;
  const isDone = !isSame && (isTaken || replaces === null);
  return {
    exitCode: isSame ? EXIT.failed : EXIT.ok,
    verdict: isSame ? "FAIL" : "PASS",
    runId: ending.runId,
    result: {
      ...{ cached: ending.isStored, spent: spentOf(ending.spent), changes: [...changes], takenUp: isTaken },
      ...(ending.estimate === null ? {} : { estimate: ending.estimate }),
      ...(whole === undefined ? {} : { whole }),
      ...(questions.length === 0 ? {} : { questions }),
      ...(isDone ? { next } : {}),
    },
    paths: { artifacts: ending.directory, standing: standing.place, orders },
    counts: {
      work_orders: changes.filter(({ kind }) => kind !== "removed").length,
      attempts: ending.outcome.attempts,
    },
    errors: isSame ? [{ code: "unchanged", message: "nothing changes" }] : [],
    warnings: planWarnings(ending),
  };
};
