import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { PlanSource, SourceText } from "@llmch/config";
import { readTextFile } from "@llmch/files";
import { type CheckedPlan, checkPlanAt, checkPlanValue, type PlanPlace } from "@llmch/plan";
import { strictly } from "@llmch/planner";
import { accepted, EXIT, type Result as Judged, listMember, type Refusal, refusal, rejected } from "@llmch/text";
import { readNamedText } from "@llmch/workspace";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, document, strict, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";
import { repoAt } from "../request/named-repo.ts";
import { plainJson } from "../request/plain-json.ts";
import { planPlace } from "../request/plan-place.ts";
import { coverageOf, coverageSchema } from "../runs/results/coverage.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "check",
  topic: "Plan",
  sentence: "validate a manifest, a directory of work orders, or a spec, without a model",
  may: "read",
  keyless: true,
  argument: { member: "target", shown: "[target]" },
  request: z.strictObject({
    target: document<string | object>(
      "a manifest file, a directory of WO-NN.json, the run that made them, or a spec (default: the newest plan of the repo)",
      "string | WorkOrder[] | object",
    )
      .optional()
      .meta({ subject: true }),
    repo: z
      .union([text(), z.literal(false)])
      .optional()
      .describe("the target repo, whose files count as present (default: the git repo of this directory)")
      .meta({ value: "dir", off: "check for an empty directory" }),
    spec: text()
      .optional()
      .describe("the spec that the orders were made from: to see which of its sentences they fulfil")
      .meta({ value: "file" }),
    run: choice(
      "also run the acceptance commands on --repo's HEAD, in a worktree: those that pass there prove nothing",
    ),
    strict: strict(),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    orders: z.int(),
    verifyExempt: z
      .record(z.string(), z.boolean())
      .describe("which orders cannot be verified yet; empty if there are errors"),
    coverage: coverageSchema().optional(),
    demands: z.int().optional().describe("of a spec: how many of its sentences demand something"),
  }),
  elsewhere: ["orders"],
  examples: ["check wo --repo my-project --run", "check wo --strict --format sarif"],
  exits: ["0 no error", "1 refused", "2 at least one error", "4 no JSON", "130 interrupted"],
}));

type Request = RequestOf<typeof description>;
type Result = ResultOf<typeof description>;
export type CheckResult = Result;

/** What was judged, and the texts that it was read from; null if it was given as a value. */
type Found = CheckedPlan & {
  readonly source: PlanSource | null;
  /** How many sentences of a spec demand something. */
  readonly demands?: number;
};

/** Validates a manifest, a directory of orders, or a spec. Asks no model; runs the plan's commands only with `run` (contract §3). */
export const operate = async (
  { target, repo: repoNamed, spec: specFile, run, strict: isStrict, artifactsDir: runs }: Request,
  context: OperationContext,
): Promise<Outcome<Result>> => {
  const { cwd, env, settings, signal, secrets, here } = context;
  const chosen = repoNamed ?? repoAt(here, cwd);
  const repo = chosen === false ? null : resolve(cwd, chosen);
  if (run && repo === null) return refused([refusal("usage", "--run needs --repo", "name the target repo")]);
  const spec = specFile === undefined ? null : await readNamedText(resolve(cwd, specFile), env);
  if (spec?.ok === false) return unreadable(spec.issues);
  const place = { repo, env, settings: settings.values, ...(spec === null ? {} : { spec: spec.value }) };
  const isNamed = target === undefined || typeof target === "string";
  const named = isNamed ? await planPlace(target, { artifactsDir: runs, repo: chosen }, context) : null;
  if (named?.ok === false) return unreadable(named.issues);
  const read = named === null ? null : await specAt(resolve(cwd, named.value));
  if (read?.ok === false) return unreadable(read.issues);
  const isStrictly = isStrict ?? settings.values.run.strict;
  if (read !== null) {
    if (run || spec !== null) return refused([refusal("usage", "--run and --spec are for plans", "name a plan")]);
    const found = { ...NO_PLAN, ...(await import("@llmch/build")).lintSpec(read.value.text) };
    const judged = isStrictly ? strictly(found) : found;
    return outcomeOf({ ...judged, source: { kind: "spec", manifest: read.value } }, true);
  }
  const plan = named === null ? await checkGiven(target, place) : await checkPlanAt(resolve(cwd, named.value), place);
  if (!plan.ok) return unreadable(plan.issues);
  const held =
    run && repo !== null && plan.value.errors.length === 0
      ? await (await import("@llmch/plan/held-acceptance")).heldAcceptance(plan.value.manifest, repo, {
          ...{ values: settings.values, env, signal, secrets },
        })
      : accepted([]);
  if (!held.ok) return unreadable(held.issues);
  if (held.value === null) return INTERRUPTED;
  const found = { ...plan.value, warnings: [...plan.value.warnings, ...held.value] };
  const judged = isStrictly ? strictly(found) : found;
  const paths = target === undefined && named !== null ? { paths: { plan: named.value } } : {};
  return { ...outcomeOf(judged, repo !== null), ...paths };
};

/** The settings of the repo say how commands run, and what models are shown. */
export const settingsRepo = async (
  { repo }: Request,
  { cwd, here }: Pick<OperationContext, "cwd" | "here">,
): Promise<string | null> => (repo ?? repoAt(here, cwd)) || null;

const checkGiven = async (target: unknown, place: PlanPlace): Promise<Judged<Found, Refusal>> => {
  const read = plainJson(target, "the plan");
  if (!read.ok) return rejected(refusal("unreadable-input", read.issues[0], "give a manifest, or a list of orders"));
  const manifest = Array.isArray(read.value) ? { work_orders: read.value } : read.value;
  const judged = await checkPlanValue(manifest, place);
  return judged.ok ? accepted({ ...judged.value, source: null }) : judged;
};

const NO_PLAN = { verifyExempt: {}, coverage: null, done: 0, manifest: {}, json: true } as const;

/** A file that does not claim to be a plan: its name does not end in `.json`, nor does it begin as JSON does. Null for any other target. */
const specAt = async (path: string): Promise<Judged<SourceText, Refusal> | null> => {
  if (/\.json$/i.test(path) || !statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  const read = await readTextFile(path);
  if (!read.ok) return read;
  return /^\ufeff?\s*(?:\{|\[\s*[[\]{"])/.test(read.value) ? null : accepted({ path, text: read.value });
};

const unreadable = (issues: readonly Refusal[]): Outcome<Result> => ({
  ...refused(issues),
  result: { orders: 0, verifyExempt: {} },
});

const outcomeOf = (
  { errors, warnings, verifyExempt, coverage, done, json, manifest, demands, source }: Found,
  isOfRepo: boolean,
): Outcome<Result> => {
  const exitCode = !json ? EXIT.notJson : errors.length > 0 ? EXIT.invalid : EXIT.ok;
  const orders = listMember(manifest, "work_orders").length;
  const isUnseen = !isOfRepo && errors.some(({ code }) => code === "E101");
  return {
    exitCode,
    verdict: exitCode === EXIT.ok ? "PASS" : "FAIL",
    result: {
      ...{ orders, verifyExempt },
      ...(coverage === null ? {} : { coverage: coverageOf(coverage) }),
      ...(demands === undefined ? {} : { demands }),
    },
    counts: { orders, errors: errors.length, warnings: warnings.length, ...(done === 0 ? {} : { done }) },
    ...{ errors, warnings, next: isUnseen ? ["no repo was looked at: with --repo DIR its files count too"] : [] },
    ...(source === null ? {} : { source }),
  };
};
