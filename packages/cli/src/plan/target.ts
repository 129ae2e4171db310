import { accepted, type Refusal, type Verdict } from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import { readRepoTexts, repoListing } from "@llmch/host";
import { hintFiles, repoHints } from "@llmch/planner";

/** The repo that a plan is made for: its files, and what the planner is told of it. */
export interface Target {
  /** Null where none was named. */
  readonly directory: string | null;
  readonly files: readonly string[];
  /** The commit that tracks them, if any. */
  readonly commit: string | null;
  readonly hints: string | null;
}

/** Reads the target repo's listing and the few files that tell what it is (contract §3, §4). */
export const readTarget = async (
  directory: string | null,
  settings: PlannerSettings,
): Promise<Verdict<Target, Refusal>> => {
  if (directory === null) return accepted({ directory, files: [], commit: null, hints: null });
  const listing = await repoListing(directory);
  if (!listing.ok) return listing;
  const { files, commit } = listing.value;
  const texts = await readRepoTexts(directory, hintFiles(files, settings.shown_files));
  return accepted({ directory, files, commit, hints: repoHints(files, texts, settings) });
};
