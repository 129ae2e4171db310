import { RUN_STATES } from "@llmch/story";
import { z } from "zod";
import { needsSchema } from "../runs/results/needs.ts";
import { runSchema } from "../runs/results/run-result.ts";
import { spentSchema } from "../runs/results/spent.ts";

/** How a build stands, or how it ended. */
export const buildSchema = () =>
  z.object({
    kind: z.literal("build"),
    runId: z.string(),
    verdict: z.enum(["PASS", "FAIL", "ERROR"]).nullable().describe("null while it goes on"),
    state: z.enum(RUN_STATES).describe("how it stands"),
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
