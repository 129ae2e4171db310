import { join } from "node:path";
import type { OrderStory, RunStory } from "@llmch/story";
import { filesToRead } from "../run/order-ending.ts";
import { resumeCommand } from "../run/resume-hint.ts";

/** A command that comes next, and what it does. */
export interface NextStep {
  readonly command: string;
  readonly does: string;
}

/** Who asks: where the run is kept, and how the store is named on a command line. */
export interface Asker {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** What commands need besides the run's id, such as ` --artifacts-dir x`. */
  readonly place: string;
}

/** What a person may want to do after the story of a run. `failed` is the order that a run-all stopped at. */
export const nextSteps = (story: RunStory, failed: OrderStory | null, asker: Asker): readonly NextStep[] => {
  const { run_id } = story;
  const asked = story.tool === "run-all" ? failed : story;
  const isAsked = asked?.attempts.some(({ exchange }) => exchange !== null) === true;
  const show = `llmch show ${run_id}${asker.place}`;
  const resume = resumption(story, failed, asker);
  return [
    ...(isAsked
      ? [{ command: `${show} --prompt`, does: "what the model was asked last (--response: what it answered)" }]
      : []),
    { command: `llmch report ${run_id}${asker.place}`, does: "all of it as one HTML file" },
    ...(resume === null ? [] : [{ command: resume, does: "goes on from the last safe step" }]),
  ];
};

/** How to go on with the run, where one can: it did not pass and nobody is at it. */
const resumption = (story: RunStory, failed: OrderStory | null, { root, env, cwd }: Asker): string | null => {
  if (story.is_running || story.state === "damaged" || story.verdict === "PASS" || story.started_at === null)
    return null;
  const order = story.tool === "factory" ? story : failed;
  const whole = story.tool === "factory" ? (story.schedule ?? story.run_id) : story.run_id;
  const last =
    order === null || order.verdict === null ? undefined : { verdict: order.verdict, brief: lastBrief(order) };
  return resumeCommand(whole, last, { artifactsRoot: root }, { env, cwd });
};

export const lastBrief = ({ attempts }: OrderStory) => attempts.at(-1)?.brief ?? null;

/** The files that tell the most, absolute; only such as are there. */
export const filesToOpen = (story: RunStory): readonly string[] => {
  const there = new Set(story.files.map((name) => join(story.directory, name)));
  if (story.verdict === "PASS" || story.tool === "run-all") return [];
  if (story.tool === "factory") {
    return filesToRead({ directory: story.directory, attempts: story.attempts, brief: lastBrief(story) }).filter(
      (path) => there.has(path),
    );
  }
  const last = story.attempts.at(-1)?.attempt ?? 1;
  return [
    `validation_errors_attempt_${last}.json`,
    `llm_raw_response_attempt_${last}.txt`,
    `prompt_attempt_${last}.txt`,
  ]
    .map((name) => join(story.directory, "compile", name))
    .filter((path) => there.has(path));
};
