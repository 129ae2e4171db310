import { basename, join } from "node:path";
import { isJsonObject, messageOf, readJson, textMember } from "@llmch/contract";
import { copyFolder, keptText, realLocation } from "@llmch/files";
import { isRunId } from "@llmch/store";

/**
 * Copies a run's artifacts for `--out`. Replaces an earlier copy's files, but no file of anybody else's. A copy that fails is a warning:
 * the verdict stands.
 */
export const copyArtifacts = async (from: string, to: string): Promise<readonly string[]> => {
  try {
    await copyFolder(from, to, isCopyOfRun(to));
    return [];
  } catch (fault) {
    return [`the artifacts could not be copied to ${to}: ${messageOf(fault)}`];
  }
};

/** The folder that has a run's id as its name is its record, not a copy. */
const isCopyOfRun = (folder: string): boolean => {
  const document = readJson(keptText(join(folder, "run.json")) ?? "");
  const run = document.ok && isJsonObject(document.value) ? textMember(document.value, "run_id") : null;
  return run != null && isRunId(run) && basename(realLocation(folder)) !== run;
};
