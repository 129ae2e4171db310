import type { Settings } from "@llmch/contract/settings";
import type { ShownRoom } from "@llmch/planner";
import type { Environment } from "@llmch/text";
import { fileSizes, type RepoListing } from "@llmch/workspace";
import { limitsFor } from "./limits.ts";

/** What the models of orders are shown of a repo's files; undefined if they can read them, or there is no repo. */
export const shownRoom = async (
  directory: string | null,
  { files, commit }: Pick<RepoListing, "files" | "commit">,
  { factory, models }: Pick<Settings, "factory" | "models">,
  env: Environment,
): Promise<ShownRoom | undefined> => {
  if (directory === null || factory.agent !== "off" || factory.executor !== null) return undefined;
  const { fileBytes, partCharacters: wholeFileBytes } = limitsFor(factory.model, models);
  return { sizes: await fileSizes(directory, commit, files, env), fileBytes, wholeFileBytes };
};
