import { availableParallelism } from "node:os";
import { resolveArtifactsRoot, strengthFile } from "@llmch/store";
import { figuresOf } from "@llmch/strength";
import { createRedactor, refusal } from "@llmch/text";
import { z } from "zod";
import { auditedRepo } from "../audit/find-audited.ts";
import type { OperationContext } from "../context.ts";
import { artifactsDir, run, text } from "../description/members.ts";
import { describe, type RequestOf } from "../description/operation.ts";
import { failedIf, type Outcome, refused } from "../outcome.ts";
import { type StrengthResult, strengthResult } from "../runs/results/strength-result.ts";
import type { Measured } from "../strength/measure-order.ts";
import { findMeasurable, MEASURED, measureRun } from "../strength/measure-run.ts";
import { recordStrength } from "../strength/record.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "strength",
  topic: "Look",
  sentence: "make a run's commits wrong on purpose, and tell what their checks notice and what nothing depends on",
  may: "write",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    order: text().optional().describe("only this order").meta({ value: "wo" }),
    atLeast: z
      .union([z.number(), text()])
      .optional()
      .describe("exit 1 if a smaller share is caught, or if an order cannot be measured: 0.8")
      .meta({ value: "r" }),
    mutants: z.int().min(1).default(30).describe("how many faults an order gets at most").meta({ value: "n" }),
    jobs: z.int().min(1).optional().describe("how many are judged at once (default: one a core)").meta({ value: "n" }),
    repo: text().optional().describe("the repo (default: the one on record)").meta({ value: "dir" }),
    artifactsDir: artifactsDir(),
  }),
  result: strengthResult(),
  examples: ["strength", "strength last --order WO-02 --at-least 0.8"],
  exits: ["0 measured", "1 refused, or below --at-least", "130 interrupted: nothing is recorded"],
}));

type Request = RequestOf<typeof description>;

/** Makes the commits of a run wrong on purpose, in worktrees of its own, and records how much of it their checks notice. */
export const operate = async (request: Request, context: OperationContext): Promise<Outcome<StrengthResult>> => {
  const { env, cwd } = context;
  const { atLeast, mutants: most, jobs = availableParallelism() } = request;
  const least = atLeast === undefined ? null : Number(atLeast);
  if (least !== null && !(least >= 0 && least <= 1))
    return refused([refusal("usage", `${atLeast} is no share of the faults`, "write one from 0 to 1: --at-least 0.8")]);
  const root = resolveArtifactsRoot(request.artifactsDir, env, cwd);
  const found = await findMeasurable(root, request, context);
  if (!found.ok) return refused(found.issues);
  const { runId, parts } = found.value;
  const all: Measured[] = [];
  for (const part of parts) {
    const measured = await measureRun(part, { root, most, jobs }, context);
    if (!measured.ok) return refused(measured.issues);
    all.push(measured.value);
  }
  // Lines of code may hold what the environment keeps secret.
  const { orders, survivors, warnings } = createRedactor(context.secrets).value({
    orders: all.flatMap((each) => each.orders),
    survivors: all.flatMap((each) => each.survivors),
    warnings: all.flatMap((each) => each.warnings),
  });
  const recorded = await recordStrength(root, runId, { orders, survivors });
  if (!recorded.ok) return refused(recorded.issues);
  const result = { ...figuresOf(orders), survivors, orders };
  const unmeasured = orders.flatMap(({ order, unmeasured: why }) =>
    why === null ? [] : [{ code: "unmeasured", order, message: `${order} could not be measured: ${why}` }],
  );
  const { rate, killed, survived } = result;
  const isWeak = least !== null && rate !== null && rate < least;
  const caught = `${killed} of ${killed + survived} planted faults were caught, less than --at-least ${atLeast}`;
  const weak = isWeak ? [{ code: "weak-checks", message: caught }] : [];
  const errors = least === null ? [] : [...unmeasured, ...weak];
  return failedIf(errors, result, {
    runId,
    paths: { artifacts: root, strength: strengthFile(root, runId) },
    warnings: [...warnings, ...(least === null ? unmeasured : [])],
  });
};

/** The run's commands run with the settings of its repo. */
export const settingsRepo = (
  request: Request,
  { env, cwd }: Pick<OperationContext, "env" | "cwd">,
): Promise<string | null> => auditedRepo(request, env, cwd, MEASURED);
