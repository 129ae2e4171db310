import { resolve } from "node:path";
import { strictnessConflict } from "@llmch/config";
import { preparePlan } from "@llmch/plan";
import { printable, refusal } from "@llmch/text";
import { z } from "zod";
import { askPlan, resumePlan } from "../carry-out/ask-plan.ts";
import { specOf } from "../carry-out/spec-of.ts";
import type { OperationContext } from "../context.ts";
import {
  artifactsDir,
  choice,
  document,
  importing,
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
  settings: ["planner", "design", "budget", "wait_for_limit", "network", "notify"],
  request: z.strictObject({
    spec: document<string | { readonly file: string }>(
      "the product spec, or the folder of a plan of spec-kit, OpenSpec, Kiro, GSD or BMAD; `-` reads standard input",
      "string | { readonly file: string }",
    )
      .optional()
      .meta({ subject: true }),
    import: importing(),
    tick: choice("have each order tick, in its own commit, the boxes of the plan's items that it fulfils").meta(RARE),
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
  examples: ["plan spec.txt --repo my-project --outdir wo", "plan specs/001-cart --outdir wo"],
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
  const { spec: named, issue, import: format, tick, repo = repoAt(context.here, context.cwd), ...others } = request;
  const strict = request.strict ?? settings.values.run.strict;
  const asked = { ...others, strict, given, ...(repo === false ? {} : { repo }) };
  const { goesOn } = context.asked ?? {};
  if (goesOn !== undefined) return resumePlan(goesOn.stored, asked, goesOn.maxAttempts, context);
  if ((named === undefined) === (issue === undefined))
    return refused([refusal("usage", named === undefined ? NO_SPEC : BOTH, "give a spec, or --issue")]);
  if (issue !== undefined && format !== undefined)
    return refused([refusal("usage", "--import and --issue exclude each other", "keep one")]);
  const directory = resolve(context.cwd, repo === false ? "." : repo);
  const read = issue === undefined ? null : await readIssue(issue, { ...context, directory });
  if (read?.ok === false) return refused(read.issues);
  const { source, notes = [] } = read?.value ?? {};
  for (const note of notes) context.face.notes(printable(note));
  const spec = read?.value.spec ?? named ?? "";
  const place = { format, repo: repo === false ? null : repo, tries: request.run };
  const specified = await specOf(spec, place, context);
  if (!specified.ok) return refused(specified.issues);
  const { text, plan } = specified.value;
  if (tick && !plan?.record.items.some(({ box }) => box !== null)) return refused([NO_BOX]);
  const imported = plan === null ? {} : { imported: { ...plan.record, ticks: tick } };
  // A spec that is given as text has no file; the record shows it like standard input.
  const origin = { ...(source === undefined ? {} : { source }), ...imported };
  const options = { ...asked, spec: typeof spec === "string" ? "-" : spec.file, ...origin };
  const prepared = await preparePlan(options, context, { spec: text });
  if (!prepared.ok) return unplanned(prepared.issues);
  const outcome =
    prepared.value.kind === "stored"
      ? await planOutcome(prepared.value.ending, { repo }, context)
      : await askPlan(prepared.value.inputs, options, { runId: context.asked?.runId }, context);
  if (plan === null || outcome.result === null) return outcome;
  const { format: whose, place: at, items, commands, told } = plan;
  return { ...outcome, result: { ...outcome.result, imported: { format: whose, place: at, items, commands, told } } };
};

const NO_SPEC = "no spec is given";
const NO_BOX = refusal(
  "usage",
  "--tick is for a plan of another tool that has open boxes in the repo",
  "leave it out, or name that plan, and its repo with --repo",
);
const BOTH = "a spec and --issue exclude each other";

/** The repo whose settings apply. */
export const settingsRepo = async (
  { repo }: Request,
  { here }: Pick<OperationContext, "here">,
): Promise<string | null> => (repo === false ? null : (repo ?? here));
