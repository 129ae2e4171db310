import { resolve } from "node:path";
import { workOfFile } from "@llmch/run";
import { refusal } from "@llmch/text";
import { isProtectedBranch, openRepository } from "@llmch/workspace";
import { z } from "zod";
import { type CarryOutOutcome, carryOut } from "../carry-out/carry-out.ts";
import type { OperationContext } from "../context.ts";
import { text } from "../description/members.ts";
import { describe, type RequestOf } from "../description/operation.ts";
import { refused } from "../outcome.ts";
import { factoryOptions, RUN_EXITS, runMembers } from "../request/run-request.ts";
import { runSchema } from "../runs/results/run-result.ts";

const members = () => {
  const { repo, allowVerifyExempt, allowStale, strict, sandbox, allowNetwork, artifactsDir } = runMembers();
  return { repo, allowVerifyExempt, allowStale, strict, sandbox, allowNetwork, artifactsDir };
};

export const description = /* @__PURE__ */ describe(() => ({
  name: "land",
  topic: "Carry out",
  sentence: "commit an order that you finished by hand, if your changes pass its gates; asks no model",
  may: "branch",
  makes: "factory",
  argument: { member: "order", shown: "<order-file>" },
  settings: ["factory.timeout_seconds", "factory.push", "notify"],
  request: z.strictObject({ order: text().describe("the order's file"), ...members() }),
  result: runSchema(),
  elsewhere: ["kind", "verdict", "directory", "orders", "baseline"],
  examples: ["land wo/WO-02.json", "land wo/WO-02.json --repo my-project"],
  exits: RUN_EXITS.filter((each) => !/^[356]/.test(each)),
}));

/**
 * Judges what the checkout has that its commit has not by an order's gates, as a run would judge a model's answer, and commits it to the
 * branch that is checked out. If it does not pass, the checkout stays exactly as it is.
 */
export const operate = async (
  { order, ...request }: RequestOf<typeof description>,
  given: OperationContext,
): Promise<CarryOutOutcome> => {
  const { cwd, env } = given;
  const repo = await openRepository(resolve(cwd, request.repo), env);
  if (!repo.ok) return refused(repo.issues);
  const { branch } = await repo.value.head();
  if (branch === null) return refused([refusal("detached-head", "HEAD is detached", SWITCH)]);
  if (isProtectedBranch(branch))
    return refused([refusal("protected-branch", `${branch} is protected: llmch never commits to it`, SWITCH)]);
  const context = { ...given, settings: { ...given.settings, values: withoutModels(given.settings.values) } };
  const options = factoryOptions({ ...request, ...BY_HAND, branch }, context);
  if (!options.ok) return refused(options.issues);
  const work = await workOfFile({ ...options.value, byHand: true, workOrder: order }, context);
  return work.ok ? carryOut("land", work.value, context) : refused(work.issues);
};

const SWITCH = "`git switch -c NAME` makes another branch, and takes your changes along";

const BY_HAND = {
  ...{ createBranch: false, reuseBranch: true, allowEmpty: false, allowDirty: false, stopOnRepeat: true },
  ...{ dryRun: false, replayStrict: false },
};

/** One attempt, which nobody but the user makes. */
const withoutModels = (values: OperationContext["settings"]["values"]): typeof values => ({
  ...values,
  factory: { ...values.factory, executor: null, agent: "off", max_attempts: 1, escalation: [] },
  triage: { ...values.triage, orders: false },
  review: { ...values.review, model: null },
  design: { ...values.design, make: false },
});
