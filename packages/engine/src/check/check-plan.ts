import { dirname } from "node:path";
import { accepted, isJsonObject, type JsonValue, member, type Refusal, type Result } from "@llmch/contract";
import { inTurns } from "@llmch/files";
import { type CheckOptions, manifestCheck, type PlanCheck, textCheck } from "@llmch/planner";
import { SYNTAX_READERS } from "@llmch/syntax";
import type { Environment } from "../context.ts";
import { designIn } from "../design/design-file.ts";
import { type PlanDocument, readPlan } from "../orders/plan-document.ts";

/** The result of a check. */
export interface CheckedPlan extends Pick<PlanCheck, "errors" | "warnings" | "verifyExempt" | "coverage"> {
  /** As they were given. */
  readonly workOrders: readonly JsonValue[];
  /** False if a text of the plan is not JSON. */
  readonly json: boolean;
}

/** What a plan is checked against. */
export interface PlanPlace {
  /** The target repo's folder, whose files count as existing; null for none. */
  readonly repo: string | null;
  /** The spec's text, if it is known. */
  readonly spec?: string;
  readonly env: Environment;
}

/** Judges the manifest or the folder of orders at a path (contract §3). Also returns the texts that it was read from. */
export const checkPlanAt = async (
  target: string,
  place: PlanPlace,
): Promise<Result<CheckedPlan & Pick<PlanDocument, "source">, Refusal>> => {
  const options = await checkOptions(place);
  if (!options.ok) return options;
  const plan = await readPlan(target);
  if (!plan.ok) return plan;
  const { value } = plan;
  const { source } = value;
  const design = await designIn(value.kind === "manifest" ? dirname(target) : target);
  if (!design.ok) return design;
  const known = { ...options.value, design: design.value };
  if (value.kind === "manifest") return accepted({ ...checked(await inTurns(textCheck(value.text, known))), source });
  if (value.kind === "orders")
    return accepted({ ...checked(await inTurns(manifestCheck(value.document, known))), source });
  const { diagnostics: errors } = value;
  return accepted({ errors, warnings: [], verifyExempt: {}, coverage: null, workOrders: [], json: false, source });
};

/** Judges a manifest passed as a value. */
export const checkPlanValue = async (manifest: JsonValue, place: PlanPlace): Promise<Result<CheckedPlan, Refusal>> => {
  const options = await checkOptions(place);
  return options.ok ? accepted(checked(await inTurns(manifestCheck(manifest, options.value)))) : options;
};

const checkOptions = async ({ repo, spec, env }: PlanPlace): Promise<Result<CheckOptions, Refusal>> => {
  // Loading the git code takes as long as judging a small plan.
  const listing = repo === null ? null : await (await import("@llmch/workspace")).repoListing(repo, env);
  if (listing !== null && !listing.ok) return listing;
  const known = spec === undefined ? {} : { spec };
  return accepted({ repoFiles: listing?.value.files ?? [], syntaxes: SYNTAX_READERS, ...known });
};

const checked = ({
  errors,
  warnings,
  verifyExempt,
  coverage,
  manifest,
  json = true,
}: PlanCheck & { readonly json?: boolean }): CheckedPlan => {
  const listed = isJsonObject(manifest) ? member(manifest, "work_orders") : undefined;
  return { errors, warnings, verifyExempt, coverage, workOrders: Array.isArray(listed) ? listed : [], json };
};
