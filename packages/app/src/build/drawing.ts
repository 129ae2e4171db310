import type { Context } from "@llmch/config";
import { storedStory } from "@llmch/records";
import type { BuildStory } from "@llmch/story";
import { artifactsFlag, showCommand } from "../resume/next-commands.ts";
import { mergeCommand, resumption } from "../show/next-steps.ts";

/** What a face needs to tell how a build stands, or how it ended. */
export interface BuildDrawing {
  readonly kind: "build";
  readonly story: BuildStory;
  /** The commands that come next: to merge it, to go on or to decide, then to look. */
  readonly next: readonly string[];
  /** What came of the pull request that it was to end in, in lines; left out or empty if none was asked for. */
  readonly pullRequest?: readonly string[];
}

/** Of a build in the store. Reads its own journal, and of its steps only the one that has not ended. */
export const buildDrawing = (
  root: string,
  runId: string,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): { readonly drawing?: BuildDrawing } => {
  const story = storedStory(root, { kind: "build", runId });
  if (story.kind !== "build") return {};
  const goOn = story.is_running
    ? `llmch watch ${runId}${artifactsFlag(root, { env, cwd })}`
    : (mergeCommand(story) ?? resumption(story, null, { root, env, cwd }));
  const next = [...(goOn === null ? [] : [goOn]), showCommand(runId, root, { env, cwd })];
  return { drawing: { kind: "build", story, next } };
};
