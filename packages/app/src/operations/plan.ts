import { resolve } from "node:path";
import { strictnessConflict } from "@llmch/config";
import { preparePlan } from "@llmch/plan";
import { refusal } from "@llmch/text";
import { z } from "zod";
import { askPlan } from "../carry-out/ask-plan.ts";
import type { OperationContext } from "../context.ts";
import {
  artifactsDir,
  choice,
  document,
  RARE,
  refresh,
  replaying,
  strict,
  template,
  text,
} from "../description/members.ts";
import { describe, type RequestOf } from "../description/operation.ts";
import { readIssue } from "../github/issue.ts";
import { refused, unplanned } from "../outcome.ts";
import { repoAt } from "../request/named-repo.ts";
import { madePlanSchema, type PlanOutcome, planOutcome } from "../runs/results/plan.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "plan",
  topic: "Plan",
  sentence: "compile a spec into work orders that the validator has proved consistent",
  may: "ask",
  makes: "planner",
  argument: { member: "spec", shown: "[spec]", flag: "--spec <file>" },
  settings: ["planner", "design", "budget", "network", "notify"],
  request: z.strictObject({
    spec: document<string | { readonly file: string }>(
      "the product spec; `-` reads standard input",
      "string | { readonly file: string }",
    )
      .optional()
      .meta({ subject: true }),
    issue: text()
      .optional()
      .describe("take the spec from an issue on GitHub, by its number or address, through `gh`")
      .meta({ value: "issue" }),
    outdir: text().optional().describe("also write the work orders here").meta({ value: "dir" }),
    repo: z
      .union([text(), z.literal(false)])
      .optional()
      .describe("the target repo, whose files count as present (default: the git repo of this directory)")
      .meta({ value: "dir", off: "plan for an empty directory, also inside a git repo" }),
    template: template(),
    overwrite: choice("replace the work orders that are in --outdir"),
    refresh: refresh(),
    run: choice(
      "run each answer's acceptance commands on --repo's HEAD, in a worktree: those that pass there are sent back",
    ).meta(RARE),
    strict: strict(),
    ...replaying(),
    artifactsDir: artifactsDir(),
  }),
  result: madePlanSchema(),
  elsewhere: ["kind", "runId", "verdict", "directory", "orders", "ordersDirectory", "attempts"],
  examples: ["plan spec.txt --repo my-project --outdir wo", "plan --issue 12 --outdir wo"],
  exits: PLAN_EXITS,
}));

/** What the exit codes of `plan` mean. */
export const PLAN_EXITS = [
  "0 written",
  "1 refused",
  "2 still invalid",
  "3 model, network or key",
  "4 no JSON",
  "5 a limit",
  "6 waiting for your answers",
  "130 interrupted",
];

type Request = RequestOf<typeof description>;

/** Compiles a spec into work orders (contract §4), or takes those that the same question gave before. */
export const operate = async (request: Request, context: OperationContext): Promise<PlanOutcome> => {
  const { given, settings } = context;
  const conflict = strictnessConflict({ ...request, given });
  if (conflict !== null) return refused([refusal("usage", conflict, "see `llmch plan --help`")]);
  if (request.run && request.repo === false)
    return refused([refusal("usage", "--run and --no-repo exclude each other", "keep one")]);
  const { spec: named, issue, repo = repoAt(context.here, context.cwd), ...others } = request;
  if ((named === undefined) === (issue === undefined))
    return refused([refusal("usage", named === undefined ? NO_SPEC : BOTH, "give a spec, or --issue")]);
  const directory = resolve(context.cwd, repo === false ? "." : repo);
  const read = issue === undefined ? null : await readIssue(issue, { ...context, directory });
  if (read?.ok === false) return refused(read.issues);
  const { source } = read?.value ?? {};
  const spec = read?.value.spec ?? named ?? "";
  const isText = typeof spec === "string";
  // A spec that is given as text has no file; the record shows it like standard input.
  const strict = request.strict ?? settings.values.run.strict;
  const options = {
    ...{ ...others, strict, spec: isText ? "-" : spec.file, given },
    ...(repo === false ? {} : { repo }),
    ...(source === undefined ? {} : { source }),
  };
  const prepared = await preparePlan(options, context, isText ? { spec } : {});
  if (!prepared.ok) return unplanned(prepared.issues);
  if (prepared.value.kind === "stored") return planOutcome(prepared.value.ending, { repo }, context);
  return askPlan(prepared.value.inputs, options, { runId: context.asked?.runId }, context);
};

const NO_SPEC = "no spec is given";
const BOTH = "a spec and --issue exclude each other";

/** The repo whose settings apply. */
export const settingsRepo = async (
  { repo }: Request,
  { here }: Pick<OperationContext, "here">,
): Promise<string | null> => (repo === false ? null : (repo ?? here));
