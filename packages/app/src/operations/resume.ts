import { z } from "zod";
import { RESUMED_ELSEWHERE, resumedSchema } from "../build/resumed.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, RARE, replaying, run, stopOnRepeat, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { RUN_EXITS } from "../request/run-request.ts";
import { findResumable } from "../runs/resume/find-resumable.ts";
import { pushOwed } from "../runs/resume/owed-push.ts";

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
    ...["budget", "wait_for_limit", "network"],
  ],
  request: z.strictObject({
    run: run("the newest unfinished one"),
    repo: text().optional().describe("where its repo is by now (default: where it was)").meta({ value: "dir" }),
    issue: text()
      .optional()
      .describe("ask a waiting plan's questions in an issue; take the answers of those who may write to the repo")
      .meta({ value: "n", ...RARE }),
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
 * Makes up for the push that is all that is left of a run that passed, or asks an issue what a plan waits for. Any other run goes on
 * because what it was asked for is done again (see `reopen`).
 */
export const operate = async (request: Request, context: OperationContext): Promise<Outcome<Result>> => {
  if (request.issue !== undefined) return askedIn(request.issue, request, context);
  const found = await findResumable({ ...request, pushes: context.given["factory.push"] !== "never" }, context);
  if (!found.ok) return refused(found.issues);
  if (!("owed" in found.value)) throw new Error("the run goes on by its own request");
  const { runId, owed } = found.value;
  const pushed = await pushOwed(owed, context);
  if (!pushed.ok) return refused(pushed.issues);
  const { commit, branch } = owed;
  return done({ kind: "push", branch, commit, remote: pushed.value.remote }, { runId });
};

/** Goes on with the plan once its questions are answered there. */
const askedIn = async (
  issue: string,
  { issue: _, ...request }: Request,
  context: OperationContext,
): Promise<Outcome<Result>> => {
  const there = await (await import("../github/ask-in-issue.ts")).askInIssue(issue, request, context);
  if (!there.ok) return refused(there.issues);
  if (typeof there.value === "object") return there.value;
  return { ...done<Result>({ kind: "waiting", needs: [] }), goesOnWith: { ...request, run: there.value } };
};
