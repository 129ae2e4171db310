import { resolve } from "node:path";
import { accepted, counted, EXIT, type Refusal } from "@llmch/contract";
import { type CheckedPlan, checkPlanAt } from "@llmch/engine/check";
import type { Located } from "@llmch/engine/text";
import { readTextFile } from "@llmch/files";
import { strictly } from "@llmch/planner";
import type { CommandContext } from "../command-context.ts";
import { tellDiagnostics } from "../diagnostics/tell.ts";
import type { CheckOptions } from "../options.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";
import { coverageDocument, coverageTable } from "../plan/coverage-lines.ts";
import { tableWidth } from "../plan/table-width.ts";

/** `llmch check`: validates a manifest or a directory of orders. Asks no model; runs the plan's commands only with --run (contract §3). */
export const check = async (options: CheckOptions, context: CommandContext): Promise<Outcome> => {
  const { console, cwd, env, settings, signal, secrets } = context;
  const repo = options.repo === undefined ? null : resolve(cwd, options.repo);
  const spec = options.spec === undefined ? null : await readTextFile(resolve(cwd, options.spec));
  if (spec?.ok === false) return unreadable(spec.issues);
  const known = spec === null ? {} : { spec: spec.value };
  const plan = await checkPlanAt(resolve(cwd, options.target), { repo, env, ...known });
  if (!plan.ok) return unreadable(plan.issues);
  const { coverage, workOrders } = plan.value;
  const held =
    options.run && repo !== null && plan.value.errors.length === 0
      ? await (await import("@llmch/engine/held-acceptance")).heldAcceptance(workOrders, repo, {
          ...{ values: settings.values, env, signal, secrets },
        })
      : accepted([]);
  if (!held.ok) return unreadable(held.issues);
  if (held.value === null) return INTERRUPTED;
  if (coverage !== null && options.format === "text" && !options.json) {
    const page = { colors: console.colors, width: tableWidth(console.stderr) };
    console.progress([...(await coverageTable(coverage, page)), ""].join("\n"));
  }
  const found = { ...plan.value, warnings: [...plan.value.warnings, ...held.value] };
  const judged = options.strict ? strictly(found) : found;
  const located = await tellDiagnostics(judged, plan.value.source, options, { console, cwd });
  return { ...outcomeOf(judged, located), next: repo === null ? repoUnseen(judged) : [] };
};

const repoUnseen = ({ errors }: Pick<CheckedPlan, "errors">): readonly string[] =>
  errors.some(({ code }) => code === "E101") ? ["no repo was looked at: with --repo DIR its files count too"] : [];

const unreadable = (issues: readonly Refusal[]): Outcome => ({ ...refused(issues), extra: { verify_exempt: {} } });

const outcomeOf = (
  { errors, warnings, verifyExempt, coverage, done, json, workOrders }: CheckedPlan,
  located: readonly Located[],
): Outcome => {
  const exitCode = !json ? EXIT.notJson : errors.length > 0 ? EXIT.invalid : EXIT.ok;
  const orders = workOrders.length;
  const found = `${counted(errors.length, "error")}, ${counted(warnings.length, "warning")}`;
  const exempt = Object.values(verifyExempt).filter(Boolean).length;
  return {
    exitCode,
    verdict: exitCode === EXIT.ok ? "PASS" : "FAIL",
    lines: [
      exitCode === EXIT.ok
        ? `PASS  ${counted(orders, "order")}, ${found}${exempt === 0 ? "" : `, ${exempt} verify-exempt`}${done === 0 ? "" : `, ${done} done before`}`
        : `FAIL  ${found}`,
    ],
    counts: { orders, errors: errors.length, warnings: warnings.length, ...(done === 0 ? {} : { done }) },
    errors,
    warnings,
    located,
    extra: { verify_exempt: verifyExempt, ...coverageDocument(coverage) },
  };
};
