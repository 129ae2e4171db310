import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { findRun, storedSummaries } from "@llmch/records";
import { workOfFile } from "@llmch/run";
import { resolveArtifactsRoot } from "@llmch/store";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { isProtectedBranch, openRepository } from "@llmch/workspace";
import { z } from "zod";
import { type CarryOutOutcome, carryOut } from "../carry-out/carry-out.ts";
import { goOn } from "../carry-out/go-on.ts";
import type { OperationContext } from "../context.ts";
import { text } from "../description/members.ts";
import { describe, type RequestOf } from "../description/operation.ts";
import { refused } from "../outcome.ts";
import { factoryOptions, RUN_EXITS, runMembers } from "../request/run-request.ts";
import { runSchema } from "../runs/results/run-result.ts";
import { idOf } from "../runs/show/choose.ts";

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
  argument: { member: "order", shown: "<order>" },
  settings: ["factory.timeout_seconds", "factory.push", "notify"],
  request: z.strictObject({
    order: text().describe("the order's file, or its id such as WO-02: that of the newest run"),
    ...members(),
  }),
  result: runSchema(),
  elsewhere: ["kind", "verdict", "directory", "orders", "baseline"],
  examples: ["land WO-02", "land wo/WO-02.json --repo my-project"],
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
  const context = { ...given, settings: { ...given.settings, values: withoutModels(given.settings.values) } };
  const asked = factoryOptions({ ...request, ...BY_HAND }, context);
  if (!asked.ok) return refused(asked.issues);
  const options = { ...asked.value, byHand: true };
  const goingOn = await goOn(options, context);
  if (goingOn !== null) return goingOn;
  const repo = await openRepository(resolve(cwd, request.repo), env);
  if (!repo.ok) return refused(repo.issues);
  const { branch } = await repo.value.head();
  if (branch === null) return refused([refusal("detached-head", "HEAD is detached", SWITCH)]);
  if (isProtectedBranch(branch))
    return refused([refusal("protected-branch", `${branch} is protected: llmch never commits to it`, SWITCH)]);
  const file = await orderFile(order, request.artifactsDir, given);
  if (!file.ok) return refused(file.issues);
  const work = await workOfFile({ ...options, branch, reuseBranch: true, workOrder: file.value }, context);
  return work.ok ? carryOut("land", work.value, context) : refused(work.issues);
};

/** The order's file: by its path, or by its id, `WO-02` or `2`, as the newest run keeps it. */
const orderFile = async (
  named: string,
  artifactsDir: string | undefined,
  { env, cwd }: OperationContext,
): Promise<Result<string, Refusal>> => {
  if (existsSync(resolve(cwd, named)) || !/^(?:WO-)?\d+$/i.test(named)) return accepted(named);
  const summaries = storedSummaries(resolveArtifactsRoot(artifactsDir, env, cwd));
  const newest = findRun(summaries, undefined, ["run-all", "build", "planner"]);
  if (!newest.ok) return newest;
  const { runId } = summaries.partsOf(newest.value).findLast(({ kind }) => kind === "run-all") ?? newest.value;
  const place = (await import("@llmch/plan/plan")).placeOfRun(runId, { artifactsDir }, { env, cwd });
  const file = join(place.ok ? place.value : "", `${idOf(named)}.json`);
  if (place.ok && existsSync(file)) return accepted(file);
  const message = `the newest run, ${runId}, has no order ${idOf(named)}`;
  return rejected(refusal("unreadable-input", message, "give the path of the order's file"));
};

const SWITCH = "`git switch -c NAME` makes another branch, and takes your changes along";

const BY_HAND = {
  ...{ createBranch: false, reuseBranch: false, allowEmpty: false, allowDirty: false, stopOnRepeat: true },
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
