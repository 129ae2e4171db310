import type { Context } from "@llmch/config";
import { withoutPlaceholders } from "@llmch/contract";
import { nextOfStored, type StoredRunName, storedStory, withDiffs, withRepoTexts } from "@llmch/records";
import type { ReportFacts } from "@llmch/report";
import type { RunStory } from "@llmch/story";
import { createRedactor, type Redactor } from "@llmch/text";
import { briefLines, failingTests } from "./brief-lines.ts";

/** Where a run is kept, and who reads of it. */
export interface Reader extends Pick<Context, "env" | "cwd" | "secrets" | "version"> {
  readonly root: string;
}

/** A run for people to read: what a report, and a page of the run, are made from. */
export interface ToldRun {
  readonly story: RunStory;
  readonly facts: ReportFacts;
}

/**
 * Tells a run for people. Git says what its writes were based on.
 * @param patches whether git is asked what its commits changed, too
 */
export const toldRun = async (
  run: StoredRunName,
  { root, env, cwd, secrets, version }: Reader,
  { patches }: { readonly patches: boolean },
): Promise<ToldRun> => {
  const stored = storedStory(root, run);
  const story = await withRepoTexts(patches ? await withDiffs(stored, env, { patches }) : stored, env);
  const next = await nextOfStored(root, run, { env, cwd });
  const facts = { version, told: briefLines, failing: failingTests, next };
  return { story: readable(story, createRedactor(secrets)), facts };
};

/** Gives placeholders in proposals the redaction mark that repo texts have, so that the two do not look different. */
const readable = (story: RunStory, redactor: Redactor): RunStory => {
  const partly = <Part>(part: Part): Part => JSON.parse(withoutPlaceholders(JSON.stringify(redactor.value(part))));
  // All orders together may be longer than a text can be.
  return story.kind === "run-all"
    ? { ...partly({ ...story, orders: [] }), orders: story.orders.map(partly) }
    : partly(story);
};
