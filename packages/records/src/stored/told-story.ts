import { caughtIn } from "@llmch/contract";
import { pullRequestFiles, readOwnObject, recordedRun, stackFile, storedRuns, strengthFile } from "@llmch/store";
import { basesWanted, type RunStory, withBases } from "@llmch/story";
import { readStory } from "@llmch/story/reading";
import { type Environment, textMember } from "@llmch/text";
import { openRepository, textsAtCommits } from "@llmch/workspace";
import type { StoredRunName } from "./stored-summaries.ts";

/** The story of a run in the store, from its folder and the store only; does not look up what its writes were based on. */
export const storedStory = (
  root: string,
  { kind, runId }: StoredRunName,
  depth: "whole" | "outline" = "whole",
): RunStory => {
  const known = new Map(storedRuns(root).map((run) => [run.runId, run.kind]));
  const open = (id: string) => {
    const itsKind = known.get(id);
    return itsKind === undefined ? null : recordedRun(root, itsKind, id);
  };
  const strength = caughtIn(readOwnObject(strengthFile(root, runId)) ?? {});
  const opened = textMember(
    readOwnObject(pullRequestFiles(root, runId)[1]) ?? readOwnObject(stackFile(root, runId)) ?? {},
    "url",
  );
  return {
    ...readStory(recordedRun(root, kind, runId), open, depth),
    ...(strength === null ? {} : { strength }),
    ...(opened === null ? {} : { pull_request: opened }),
  };
};

/** A story with the texts that its writes were based on, if the recorded repo still has them. */
export const withRepoTexts = async <Story extends RunStory>(story: Story, env: Environment): Promise<Story> => {
  const wanted = basesWanted(story);
  const told: RunStory = story;
  const repo = told.kind === "ask" ? null : (told.config?.repo ?? null);
  if (wanted.length === 0 || repo === null) return story;
  const opened = await openRepository(repo, env);
  const texts = opened.ok ? await textsAtCommits(opened.value.git, wanted) : new Map<string, string>();
  return withBases(story, ({ commit, path }) => texts.get(`${commit}:${path}`) ?? null);
};
