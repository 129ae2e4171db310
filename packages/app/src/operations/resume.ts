import { dirname } from "node:path";
import type { AttemptLimit, GivenSettings, ResumeOptions } from "@llmch/config";
import { openNeeds, storedSummaries, unfinishedRuns, waitingRun } from "@llmch/records";
import { ownRunMark, readRequest, resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { accepted, type Result as Judged, type Refusal, refusal, rejected } from "@llmch/text";
import { z } from "zod";
import { resumePlan } from "../ask-plan.ts";
import { carryOut } from "../carry-out.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, document, RARE, replaying, run, stopOnRepeat, text } from "../members.ts";
import { describe, type RequestOf, type ResultOf } from "../operation.ts";
import { done, type Outcome, refused, waits } from "../outcome.ts";
import { resumeCommand, settleCommand, showCommand } from "../resume/next-commands.ts";
import { pushOwed } from "../resume/owed-push.ts";
import { recordedRepo } from "../resume/recorded-repo.ts";
import { findResumable, type Resumable, workToResume } from "../resume/resume-run.ts";
import { settleNeeds } from "../resume/settle.ts";
import { unbegunRun } from "../resume/unbegun-runs.ts";
import { RESUMED_ELSEWHERE, resumedSchema, type unfinishedSchema } from "../resumed.ts";
import { RUN_EXITS } from "../run-request.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "resume",
  topic: "Carry out",
  sentence: "continue a run that was interrupted or ran out of attempts",
  may: "branch",
  argument: { member: "run", shown: "[run]" },
  settings: [
    ...["factory.executor", "factory.push", "factory.agent", "planner.agent", "planner.questions", "review.model"],
    ...["budget", "network"],
  ],
  request: z.strictObject({
    run: run("the newest unfinished one"),
    repo: text().optional().describe("where its repo is by now (default: where it was)").meta({ value: "dir" }),
    approve: choice("agree to what the run waits for: a revised order, or orders that came from elsewhere"),
    list: choice("print the unfinished runs instead, and those that nobody has begun yet"),
    maxAttempts: z
      .union([z.string(), z.int()])
      .optional()
      .describe("attempts at an order at most; `+2` gives it two more")
      .meta({ value: "n" }),
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
    answer: document<string | readonly string[]>(
      "your answer to the question that the run is waiting on; `id=text`, repeated, if it waits for several",
      "string | readonly string[]",
    )
      .optional()
      .meta({ value: "text" }),
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
  const { env, cwd, given } = context;
  if (request.list) return listUnfinished(resolveArtifactsRoot(request.artifactsDir, env, cwd), context);
  const limit = attemptLimit(request.maxAttempts);
  if (!limit.ok) return refused(limit.issues);
  const { maxAttempts: _, list: __, sandbox, answer = [], ...members } = request;
  const answers = [answer].flat();
  if (answers.some((each) => typeof each !== "string" || each.trim() === ""))
    return refused([refusal("usage", "an answer is a text that is not empty", "write `id=` to take what is assumed")]);
  const asked: ResumeOptions = { ...members, sandbox: sandbox !== "off", given };
  const found = await findResumable(asked, context);
  if (!found.ok) return refused(found.issues);
  if (found.value.kind === "push") return pushAgain(found.value, context);
  // Who trusts a build's record has not agreed to what it waits for, such as its scope: that is for `decide`.
  const isTrust = found.value.kind === "build" && ownRunMark(env, found.value.stored) === null;
  const settled = settleNeeds(
    await waitingRun(found.value.stored),
    { approve: request.approve && !isTrust, answers },
    { ...context, caller: context.face.caller },
  );
  if (!settled.ok) return refused(settled.issues);
  const maxAttempts = limit.value ?? givenLimit(given, found.value.kind === "plan" ? "planner" : "factory");
  const options = maxAttempts === null ? asked : { ...asked, maxAttempts };
  if (found.value.kind === "build")
    return (await import("../build/resume-build.ts")).resumeBuild(found.value, options, context);
  if (found.value.kind === "plan") return resumePlan(found.value.stored, found.value.beginning, options, context);
  const resumed = await workToResume(found.value, options, context);
  if (!resumed.ok) return refused(resumed.issues);
  const { work, needs } = resumed.value;
  const { stored } = found.value;
  const again = resumeCommand(stored.runId, false, dirname(dirname(stored.directory)), context, "--approve");
  return needs.length > 0 && !request.approve
    ? waits(needs, () => `if you agree: \`${again}\``)
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
): Promise<string | null> => (request.list ? null : (request.repo ?? recordedRepo(request, env, cwd, signal)));

/** The unfinished runs that no later run has finished, and those that nobody has begun yet, newest first. */
const listUnfinished = async (root: string, context: OperationContext): Promise<Outcome<Result>> => {
  const unfinished: z.output<ReturnType<typeof unfinishedSchema>>["unfinished"] = [];
  for await (const run of unfinishedRuns(root, context.signal)) {
    if (run === null) continue;
    if ("stored" in run) {
      const { stored, state, what, branch, startedAt: startedAtUtc } = run;
      const needs = state === "waiting" ? openNeeds(await waitingRun(stored), context.env) : [];
      const next = settleCommand(stored.runId, needs, root, context);
      if (!run.isSuperseded) unfinished.push({ runId: stored.runId, state, what, branch, startedAtUtc, next });
      continue;
    }
    const { runId, kind, fault } = run;
    const state = `unreadable: ${fault.message}`;
    unfinished.push({ runId, state, what: kind, ...NOWHERE, next: showCommand(runId, root, context) });
  }
  const summaries = storedSummaries(root);
  for (const run of summaries.runs) {
    const unbegun = unbegunRun(summaries, run, context);
    if (unbegun === null) continue;
    const { runId, operation, next } = unbegun;
    unfinished.push({ runId, state: "not begun", what: operation, ...NOWHERE, next });
  }
  unfinished.sort((a, b) => (a.runId < b.runId ? 1 : -1));
  return done(
    { kind: "unfinished", unfinished },
    { counts: { unfinished: unfinished.length }, paths: { artifacts: root } },
  );
};

const NOWHERE = { branch: null, startedAtUtc: null } as const;

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
