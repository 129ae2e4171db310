import { resolve } from "node:path";
import { counted, EXIT, type Refusal } from "@llmch/contract";
import { type CheckedPlan, checkPlanAt } from "@llmch/engine/check";
import type { Located } from "@llmch/engine/text";
import { readTextFile } from "@llmch/files";
import type { CommandContext } from "../command-context.ts";
import { tellDiagnostics } from "../diagnostics/tell.ts";
import type { CheckOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { coverageDocument, coverageTable } from "../plan/coverage-lines.ts";
import { tableWidth } from "../plan/table-width.ts";

/** `llmch check`: validates a manifest or a directory of orders; no model (contract §3). */
export const check = async (options: CheckOptions, { console, cwd, env }: CommandContext): Promise<Outcome> => {
  const repo = options.repo === undefined ? null : resolve(cwd, options.repo);
  const spec = options.spec === undefined ? null : await readTextFile(resolve(cwd, options.spec));
  if (spec?.ok === false) return unreadable(spec.issues);
  const known = spec === null ? {} : { spec: spec.value };
  const plan = await checkPlanAt(resolve(cwd, options.target), { repo, env, ...known });
  if (!plan.ok) return unreadable(plan.issues);
  const { coverage } = plan.value;
  if (coverage !== null && options.format === "text" && !options.json) {
    const page = { colors: console.colors, width: tableWidth(console.stderr) };
    console.progress([...(await coverageTable(coverage, page)), ""].join("\n"));
  }
  const found = [...plan.value.errors, ...plan.value.warnings];
  return outcomeOf(
    plan.value,
    options.strict,
    await tellDiagnostics(found, plan.value.source, options, { console, cwd }),
  );
};

const unreadable = (issues: readonly Refusal[]): Outcome => ({ ...refused(issues), extra: { verify_exempt: {} } });

const outcomeOf = (
  { errors, warnings, verifyExempt, coverage, json, orders }: CheckedPlan,
  isStrict: boolean,
  located: readonly Located[],
): Outcome => {
  const exitCode = !json ? EXIT.notJson : errors.length + (isStrict ? warnings.length : 0) > 0 ? EXIT.invalid : EXIT.ok;
  const found = `${counted(errors.length, "error")}, ${counted(warnings.length, "warning")}`;
  const exempt = Object.values(verifyExempt).filter(Boolean).length;
  return {
    exitCode,
    verdict: exitCode === EXIT.ok ? "PASS" : "FAIL",
    lines: [
      exitCode === EXIT.ok
        ? `PASS  ${counted(orders, "order")}, ${found}${exempt === 0 ? "" : `, ${exempt} verify-exempt`}`
        : `FAIL  ${found}`,
    ],
    counts: { orders, errors: errors.length, warnings: warnings.length },
    errors,
    warnings,
    located,
    extra: { verify_exempt: verifyExempt, ...coverageDocument(coverage) },
  };
};
