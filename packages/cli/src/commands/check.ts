import { resolve } from "node:path";
import { counted, EXIT, type Refusal } from "@llmch/contract";
import { type CheckedPlan, checkPlanAt } from "@llmch/engine/check";
import type { Located } from "@llmch/engine/text";
import type { CommandContext } from "../command-context.ts";
import { tellDiagnostics } from "../diagnostics/tell.ts";
import type { CheckOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

/** `llmch check`: validates a manifest or a directory of orders; no model (contract §3). */
export const check = async (options: CheckOptions, { console, cwd, env }: CommandContext): Promise<Outcome> => {
  const repo = options.repo === undefined ? null : resolve(cwd, options.repo);
  const plan = await checkPlanAt(resolve(cwd, options.target), { repo, env });
  if (!plan.ok) return unreadable(plan.issues);
  const found = [...plan.value.errors, ...plan.value.warnings];
  return outcomeOf(
    plan.value,
    options.strict,
    await tellDiagnostics(found, plan.value.source, options, { console, cwd }),
  );
};

const unreadable = (issues: readonly Refusal[]): Outcome => ({ ...refused(issues), extra: { verify_exempt: {} } });

const outcomeOf = (
  { errors, warnings, verifyExempt, json, orders }: CheckedPlan,
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
    extra: { verify_exempt: verifyExempt },
  };
};
