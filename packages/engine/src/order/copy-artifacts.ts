import { join } from "node:path";
import { isJsonObject, member, messageOf, readJson } from "@llmch/contract";
import { copyFolder, keptText } from "@llmch/files";

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

const isCopyOfRun = (folder: string): boolean => {
  const document = readJson(keptText(join(folder, "run.json")) ?? "");
  return document.ok && isJsonObject(document.value) && typeof member(document.value, "run_id") === "string";
};
