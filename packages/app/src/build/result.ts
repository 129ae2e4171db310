import { type BuildState, buildState } from "@llmch/build/machine";
import type { EventBody, Need } from "@llmch/contract";
import { type Spending, spentTogether } from "@llmch/story";
import { z } from "zod";
import { needsSchema } from "../results/needs.ts";
import { runSchema } from "../results/run-result.ts";
import { spentOf, spentSchema } from "../results/spent.ts";
import { spendingIn } from "./spending.ts";

/** How a build stands, or how it ended. */
export const buildSchema = () =>
  z.object({
    kind: z.literal("build"),
    runId: z.string(),
    verdict: z.enum(["PASS", "FAIL", "ERROR"]).nullable().describe("null while it goes on"),
    state: z.string().describe("passed, failed, waiting, running, interrupted, broken off, at its limit, error"),
    directory: z.string().describe("the run's own folder"),
    branch: z.string().nullable().describe("null before the first window has made it"),
    baseline: z.string().describe("the commit that it started from"),
    milestones: z.array(
      z.object({
        id: z.string(),
        outcome: z.string(),
        state: z.enum(["done", "current", "next"]),
        spent: spentSchema(),
      }),
    ),
    windows: z.array(
      z.object({
        window: z.int(),
        milestone: z.string().nullable(),
        plan: z.string().describe("the run that planned it"),
        run: z.string().nullable().describe("the run-all that carried it out"),
        orders: z.array(z.object({ id: z.string(), title: z.string(), commit: z.string().nullable() })),
      }),
    ),
    assessments: z.array(
      z.object({
        assessment: z.int(),
        milestone: z.string(),
        verdict: z.enum(["on_course", "adjust", "complete", "rescope", "stop"]),
        reasons: z.array(z.string()),
      }),
    ),
    spent: spentSchema(),
    needs: needsSchema().optional(),
    resume: z.string().optional().describe("the command that continues it, if it did not pass"),
    pullRequest: z.string().nullable().optional().describe("with `pr`: its address, null if none was opened"),
    push: runSchema().shape.push.optional().describe("of its last window"),
  });

export type BuildResult = z.output<ReturnType<typeof buildSchema>>;

interface Stands extends Pick<BuildResult, "runId" | "verdict" | "state" | "directory" | "baseline"> {
  readonly events: readonly EventBody[];
  /** What was asked in the build's own session, and in a step that has not ended. */
  readonly beside: Spending;
  readonly needs?: readonly Need[];
}

/** What there is to say of a build, from its journal. */
export const buildResult = ({ events, beside, needs = [], ...named }: Stands): BuildResult => {
  const state = buildState(events);
  const { branch, milestones, windows, assessments } = state;
  return {
    ...{ kind: "build", ...named, branch },
    milestones: milestones.map((each) => ({ ...each, spent: spentOf(spentOn(each.id, state)) })),
    windows: windows.map(({ window, milestone, run: plan, orders, ended }) => ({
      ...{ window, milestone, plan, run: ended?.run ?? null },
      orders: orders.map((order) => ({
        ...order,
        commit: ended?.landed.find((each) => each.order === order.id)?.commit ?? null,
      })),
    })),
    assessments: assessments.map(({ assessment, milestone, verdict, reasons }) => ({
      ...{ assessment, milestone, verdict, reasons: reasons.map(({ text }) => text) },
    })),
    spent: spentOf(spentTogether([beside, ...events.flatMap(spendingIn)])),
    ...(needs.length === 0 ? {} : { needs: [...needs] }),
  };
};

/** What the windows of a milestone took. */
const spentOn = (id: string, { windows }: BuildState): Spending =>
  spentTogether(
    windows.flatMap((window) =>
      window.milestone === id ? [window, ...(window.ended === null ? [] : [window.ended])].flatMap(spendingIn) : [],
    ),
  );
