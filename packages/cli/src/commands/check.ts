import { resolve } from "node:path";
import { counted, EXIT, member, type Refusal } from "@llmch/contract";
import { readPlan } from "@llmch/engine/orders";
import type { Located } from "@llmch/engine/text";
import { checkManifest, checkText, type PlanCheck } from "@llmch/planner";
import { SYNTAX_READERS } from "@llmch/syntax";
import { repoListing } from "@llmch/workspace";
import type { CommandContext } from "../command-context.ts";
import { tellDiagnostics } from "../diagnostics/tell.ts";
import type { CheckOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

/** `llmch check`: validates a manifest or a directory of orders; no model (contract §3). */
export const check = async (options: CheckOptions, { console, cwd }: CommandContext): Promise<Outcome> => {
  const listing = options.repo === undefined ? null : await repoListing(resolve(cwd, options.repo));
  if (listing !== null && !listing.ok) return unreadable(listing.issues);
  const checking = { repoFiles: listing?.value.files ?? [], syntaxes: SYNTAX_READERS };
  const plan = await readPlan(resolve(cwd, options.target));
  if (!plan.ok) return unreadable(plan.issues);
  const { value } = plan;
  const result: PlanCheck & { readonly json: boolean } =
    value.kind === "manifest"
      ? checkText(value.text, checking)
      : value.kind === "orders"
        ? { ...checkManifest(value.document, checking), json: true }
        : { errors: value.diagnostics, warnings: [], verifyExempt: {}, manifest: null, orders: [], json: false };
  const found = [...result.errors, ...result.warnings];
  return outcomeOf(result, await tellDiagnostics(found, value.source, options, { console, cwd }));
};

const unreadable = (issues: readonly Refusal[]): Outcome => ({ ...refused(issues), extra: { verify_exempt: {} } });

const outcomeOf = (
  { errors, warnings, verifyExempt, json, manifest }: PlanCheck & { readonly json: boolean },
  located: readonly Located[],
): Outcome => {
  const listed = manifest === null ? undefined : member(manifest, "work_orders");
  const orders = Array.isArray(listed) ? listed.length : 0;
  const exitCode = !json ? EXIT.notJson : errors.length > 0 ? EXIT.invalid : EXIT.ok;
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
