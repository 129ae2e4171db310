import { resolve } from "node:path";
import { refusal, rejected } from "@llmch/contract";
import { audit } from "../audit/index.ts";
import { checkPlanAt, checkPlanValue, type PlanPlace } from "../check/index.ts";
import type { ActContext } from "./act.ts";
import { type Ended, refusedBy } from "./ended.ts";
import { idOf } from "./go-on.ts";
import type { Instance } from "./instance.ts";
import { INTERRUPTED, issue, issueOf } from "./issues.ts";
import { optionFault } from "./option-faults.ts";
import { AUDIT_OPTIONS, CHECK_OPTIONS } from "./option-kinds.ts";
import { plainJson } from "./plain-json.ts";
import type { Audit, AuditOptions, Check, CheckOptions, RunReference } from "./public.ts";

/** Judges a plan without a model. */
export const judgePlan = async (
  target: string | object,
  options: CheckOptions,
  { repo, cwd }: Instance,
  { env }: ActContext,
): Promise<Ended<Check>> => {
  const fault = optionFault(options, CHECK_OPTIONS);
  if (fault !== null) return refusedBy([fault]);
  const place = { repo: (options.repo ?? true) ? repo : null, env };
  const checked =
    typeof target === "string" ? await checkPlanAt(resolve(cwd, target), place) : await checkGiven(target, place);
  if (!checked.ok) return refusedBy(checked.issues);
  const { errors, warnings, verifyExempt, workOrders } = checked.value;
  return {
    value: { orders: workOrders.length, verifyExempt },
    issues: errors.map(issueOf),
    warnings: warnings.map(issueOf),
  };
};

const checkGiven = async (target: object, place: PlanPlace): ReturnType<typeof checkPlanValue> => {
  const read = plainJson(target, "the plan");
  if (!read.ok) return rejected(refusal("unreadable-input", read.issues[0], "give a manifest, or a list of orders"));
  return checkPlanValue(Array.isArray(read.value) ? { work_orders: read.value } : read.value, place);
};

/** Checks finished orders again. */
export const auditRun = async (
  asked: RunReference | { readonly branch: string },
  options: AuditOptions,
  { repo, artifactsDir }: Instance,
  context: ActContext,
): Promise<Ended<Audit>> => {
  const fault = optionFault(options, AUDIT_OPTIONS);
  if (fault !== null) return refusedBy([fault]);
  const { sequential = false } = options;
  // A returned run has a branch property too.
  const branch = typeof asked === "object" && !("runId" in asked) ? asked.branch : null;
  if (sequential && branch !== null)
    return refusedBy([refusal("usage", "sequential needs a run: a branch has no record", "name a run")]);
  const target = typeof asked === "string" || "runId" in asked ? { run: idOf(asked) } : { branch: asked.branch, repo };
  const found = await audit({ ...target, artifactsDir, sequential }, context);
  if (!found.ok) return refusedBy(found.issues);
  const { what, audit: came } = found.value;
  const issuesOf = (wanted: "fault" | "warning") =>
    came.findings
      .filter(({ level }) => level === wanted)
      .map(({ code, where, what: is }) => issue(code, `${where}: ${is}`));
  return {
    value: {
      ...{ what, orders: came.orders, files: came.files },
      unfinished: came.unfinished.map(({ runId, what: message }) => ({ runId, message })),
    },
    issues: context.signal.aborted ? [INTERRUPTED] : issuesOf("fault"),
    warnings: issuesOf("warning"),
  };
};
