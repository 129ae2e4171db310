import { EXIT, printable } from "@llmch/contract";
import {
  type PreparedRevision,
  prepareRevisedPlan,
  type RevisedPlan,
  replaceStandingPlan,
  revisePlan,
} from "@llmch/engine/plan";
import { resolveArtifactsRoot } from "@llmch/store";
import { spentDocument } from "@llmch/story";
import type { CommandContext } from "../command-context.ts";
import type { PlanReviseOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { changeLines, changesDocument, changesInWords } from "../plan/change-lines.ts";
import { planOutcome } from "../plan/outcome.ts";
import { runAllCommand } from "../plan/plan-lines.ts";
import { whilePlanShown } from "../plan/shown.ts";
import { tellSpent } from "../run/spent-line.ts";
import type { Terminal } from "../terminal.ts";
import { asksYesOrNo } from "../yes-or-no.ts";
import { unplanned } from "./plan.ts";

/**
 * `llmch plan revise`: asks the planner to change a plan as the user says, shows the differences, and replaces the orders if the user
 * agrees.
 */
export const planRevise = async (
  options: PlanReviseOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const { console } = context;
  const revision = await prepareRevisedPlan(options, context);
  if (!revision.ok) return unplanned(revision.issues);
  const { options: asked, prepared, standing, replaces } = revision.value;
  const ask = (observer: Parameters<typeof revisePlan>[2]) => revisePlan(revision.value, context, observer);
  const shown = { subject: standing.place, repo: asked.repo ?? false, command: "llmch plan revise" } as const;
  const made =
    prepared.kind === "stored"
      ? await ask({ event: () => {} })
      : await whilePlanShown({ ...shown, model: prepared.inputs.model }, context, ask);
  if (!made.ok) return refused(made.issues);
  const revised = made.value;
  const { ending } = revised;
  if (ending.outcome.kind !== "compiled") return planOutcome(ending, { ...options, ...asked, format: "text" }, context);
  const tell = options.json ? console.progress : console.result;
  for (const line of changeLines(revised, console.colors)) tell(line);
  for (const found of ending.outcome.warnings) console.diagnostic(found);
  tellSpent(ending.spent, console);
  if (ending.estimate !== null) console.progress(ending.estimate.line);
  const words = changesInWords(revised);
  const end = ended(revision.value, revised, context, options);
  if (words === null)
    return end("FAIL", "the planner changes nothing in the plan", [{ code: "unchanged", message: "nothing changes" }]);
  if (replaces === null) return end("PASS", `${words}: ${ending.orders}`);
  const mayAsk = !options.json && !options.quiet && console.rendering !== "json";
  const question = `Replace the orders in ${printable(replaces)}?`;
  if (!options.yes && !(mayAsk && (await asksYesOrNo(question, terminal, context.signal)))) {
    console.progress("nothing is changed yet; run the same command with --yes to accept it");
    return end("PASS", `${words}, awaits your approval: ${ending.orders}`);
  }
  const replaced = await replaceStandingPlan(revision.value, revised, replaces, context);
  return replaced.ok ? end("PASS", `${words}: ${replaces}`, [], replaces) : refused(replaced.issues);
};

/** The command's outcome. `next` carries out the plan that stands afterwards. */
const ended =
  (
    { options: asked, standing, replaces }: PreparedRevision,
    revised: RevisedPlan,
    context: CommandContext,
    { artifactsDir }: PlanReviseOptions,
  ) =>
  (verdict: "PASS" | "FAIL", message: string, errors: Outcome["errors"] = [], taken: string | null = null): Outcome => {
    const { ending, changes } = revised;
    const root = resolveArtifactsRoot(artifactsDir, context.env, context.cwd);
    const orders = taken ?? ending.orders;
    const next = runAllCommand(replaces === null ? orders : replaces, asked.repo ?? false, root, context);
    const isDone = verdict === "PASS" && (taken !== null || replaces === null);
    return {
      exitCode: verdict === "PASS" ? EXIT.ok : EXIT.failed,
      verdict,
      lines: [`${verdict}  ${printable(message)}`],
      ...(isDone ? { next: ["next:", `  ${next}`] } : {}),
      runId: ending.runId,
      paths: { artifacts: ending.directory, standing: standing.place, orders },
      counts: {
        work_orders: changes.filter(({ kind }) => kind !== "removed").length,
        attempts: ending.outcome.attempts,
      },
      errors,
      warnings: [...ending.outcome.warnings, ...ending.warnings.map((text) => ({ code: "warning", message: text }))],
      extra: {
        cached: ending.isStored,
        spent: spentDocument(ending.spent),
        ...(ending.estimate === null ? {} : { estimate: ending.estimate.document }),
        ...changesDocument(revised),
        taken_up: taken !== null,
        ...(isDone ? { next } : {}),
      },
    };
  };
