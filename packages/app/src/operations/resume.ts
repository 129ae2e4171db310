import { dirname } from "node:path";
import type { AttemptLimit, GivenSettings, ResumeOptions } from "@llmch/config";
import { readRequest, type StoredRun } from "@llmch/store";
import { accepted, type Result as Judged, type Refusal, refusal, rejected } from "@llmch/text";
import { z } from "zod";
import { RESUMED_ELSEWHERE, resumedSchema } from "../build/resumed.ts";
import { resumePlan } from "../carry-out/ask-plan.ts";
import { carryOut } from "../carry-out/carry-out.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, RARE, replaying, run, stopOnRepeat, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused, waits } from "../outcome.ts";
import { RUN_EXITS } from "../request/run-request.ts";
import { approveCommand } from "../runs/resume/next-commands.ts";
import { pushOwed } from "../runs/resume/owed-push.ts";
import { recordedRepo } from "../runs/resume/recorded-repo.ts";
import { findResumable, type Resumable, workToResume } from "../runs/resume/resume-run.ts";
import { untrusted } from "../runs/resume/trust.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "resume",
  topic: "Carry out",
  sentence: "continue a run that was interrupted or ran out of attempts",
  may: "branch",
  argument: { member: "run", shown: "[run]" },
  settings: [
    ...[
      "factory.executor",
      "factory.push",
      "factory.agent",
      "planner.agent",
      "planner.questions",
      "review.model",
      "examine.model",
    ],
    ...["budget", "network"],
  ],
  request: z.strictObject({
    run: run("the newest unfinished one"),
    repo: text().optional().describe("where its repo is by now (default: where it was)").meta({ value: "dir" }),
    maxAttempts: z
      .union([z.string(), z.int()])
      .optional()
      .describe("attempts at an order at most; `+2` gives it two more")
      .meta({ value: "n" }),
    brief: text().optional().describe("what you say for the next attempt at the order that failed"),
    skip: z
      .array(z.string())
      .optional()
      .describe("leave these orders out, and carry out the rest: WO-02")
      .meta({ value: "ids" }),
    allowStale: choice("continue even if files of the plan changed since it was compiled").meta(RARE),
    allowVerifyExempt: choice("honour verify_exempt without the planner's provenance").meta(RARE),
    allowEmpty: choice("accept an answer that changes nothing, and commit it as an empty commit").meta(RARE),
    allowNetwork: choice("let isolated commands reach the network").meta(RARE),
    sandbox: z
      .enum(["off"])
      .optional()
      .describe("`off` runs commands without isolation in this session")
      .meta({
        ...RARE,
        flag: null,
        switches: [{ flag: "--no-sandbox", about: "run commands without isolation", value: "off" }],
      }),
    stopOnRepeat: stopOnRepeat().optional(),
    jobs: z
      .int()
      .min(1)
      .optional()
      .describe("carry out this many orders at once (default: as before)")
      .meta({ value: "n" }),
    ...replaying(),
    artifactsDir: artifactsDir(),
  }),
  result: resumedSchema(),
  elsewhere: RESUMED_ELSEWHERE,
  examples: ["resume", "resume --max-attempts +2"],
  exits: [...RUN_EXITS.slice(0, -1), "130 interrupted; of a plan as `plan` does"],
}));

type Request = RequestOf<typeof description>;
type Result = ResultOf<typeof description>;

/**
 * Continues a run or a plan from its last safe step, in its own directory. Reuses recorded answers. If the branch already holds an order's
 * commit, only concludes that order.
 */
export const operate = async (request: Request, context: OperationContext): Promise<Outcome<Result>> => {
  const { env, given } = context;
  const limit = attemptLimit(request.maxAttempts);
  if (!limit.ok) return refused(limit.issues);
  const { maxAttempts: _, sandbox, ...members } = request;
  const asked: ResumeOptions = { ...members, sandbox: sandbox !== "off", given };
  const found = await findResumable(asked, context);
  if (!found.ok) return refused(found.issues);
  const isSteered = request.brief !== undefined || request.skip !== undefined;
  if (isSteered && found.value.kind !== "orders" && !(found.value.kind === "build" && !found.value.beginning.scoped))
    return refused([refusal("usage", "--brief and --skip are for a run of orders", "leave them out")]);
  if (found.value.kind === "push") return pushAgain(found.value, context);
  const maxAttempts = limit.value ?? givenLimit(given, found.value.kind === "plan" ? "planner" : "factory");
  const options = maxAttempts === null ? asked : { ...asked, maxAttempts };
  if (found.value.kind === "build")
    return (await import("../build/resume-build.ts")).resumeBuild(found.value, options, context);
  if (found.value.kind === "plan") return resumePlan(found.value.stored, found.value.beginning, options, context);
  const resumed = await workToResume(found.value, options, context);
  if (!resumed.ok) return refused(resumed.issues);
  const { stored } = found.value;
  const { work } = resumed.value;
  const needs = untrusted(resumed.value.needs, stored, env);
  const approve = approveCommand(stored.runId, dirname(dirname(stored.directory)), context);
  return needs.length > 0
    ? waits(needs, () => `if you agree: \`${approve}\``)
    : carryOut("resume", work, context, { pr: opensPullRequest(stored, context) });
};

/** Whether the run is to end in a pull request, as its own request says. */
const opensPullRequest = (stored: StoredRun, { env }: Pick<OperationContext, "env">): boolean => {
  const asked = readRequest(env, stored);
  return asked?.ok === true && asked.value.isOwn && asked.value.request.pr === true;
};

/** The repo in the run's record, whose settings apply. */
export const settingsRepo = async (
  request: Request,
  { env, cwd, signal }: Pick<OperationContext, "env" | "cwd" | "signal">,
): Promise<string | null> => request.repo ?? recordedRepo(request, env, cwd, signal);

/** Makes up for the push, all that is left of a run that passed. */
const pushAgain = async (
  { runId, owed }: Extract<Resumable, { readonly kind: "push" }>,
  context: OperationContext,
): Promise<Outcome<Result>> => {
  const pushed = await pushOwed(owed, context);
  if (!pushed.ok) return refused(pushed.issues);
  const { commit, branch } = owed;
  return done({ kind: "push", branch, commit, remote: pushed.value.remote }, { runId });
};

const attemptLimit = (asked: Request["maxAttempts"]): Judged<AttemptLimit | null, Refusal> => {
  if (asked === undefined) return accepted(null);
  const [, sign = "", digits = ""] = /^(\+?)([0-9]{1,6})$/.exec(String(asked)) ?? [];
  return Number(digits) < 1
    ? rejected(refusal("usage", `there cannot be ${asked} attempts`, "give a number such as 5, or `+2` for two more"))
    : accepted({ kind: sign === "" ? "in-all" : "more", count: Number(digits) });
};

/** The attempt limit in the caller's own settings takes precedence over the record. */
const givenLimit = (given: GivenSettings, role: "planner" | "factory"): AttemptLimit | null => {
  const count = given[`${role}.max_attempts`];
  return typeof count === "number" ? { kind: "in-all", count } : null;
};
