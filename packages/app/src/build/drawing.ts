import type { Need } from "@llmch/contract";
import { storedStory } from "@llmch/records";
import type { BuildStory } from "@llmch/story";
import { spentOf } from "../runs/results/spent.ts";
import type { BuildResult } from "./result.ts";

/** A build in the store. Reads its own journal, and of its steps only the one that has not ended. */
export const storedBuild = (root: string, runId: string): BuildStory => {
  const story = storedStory(root, { kind: "build", runId });
  if (story.kind !== "build") throw new Error(`the run ${runId} is no build`);
  return story;
};

/** What there is to say of a build, and what it still waits for. */
export const buildResult = (story: BuildStory, needs: readonly Need[]): BuildResult => {
  const { run_id: runId, directory, verdict, state, branch, baseline, milestones, windows, assessments } = story;
  return {
    ...{ kind: "build", runId, verdict, state, directory, branch, baseline: baseline ?? "" },
    milestones: milestones.map(({ id, outcome, state, spending }) => ({
      id,
      outcome,
      state,
      spent: spentOf(spending),
    })),
    windows: windows.map(({ window, milestone, plan, run, orders }) => ({
      ...{ window, milestone, plan, run },
      orders: orders.map(({ id, title, commit }) => ({ id, title, commit })),
    })),
    assessments: assessments.map(({ assessment, milestone, verdict, reasons }) => ({
      ...{ assessment, milestone, verdict, reasons: reasons.map(({ text }) => text) },
    })),
    spent: spentOf(story.spending),
    ...(needs.length === 0 ? {} : { needs: [...needs] }),
  };
};
