import { messageOf } from "@llmch/contract";
import { copyFolder } from "@llmch/files";

/** Copies a run's artifacts for `--out`. A copy that fails is a warning: the verdict stands. */
export const copyArtifacts = async (from: string, to: string): Promise<readonly string[]> => {
  try {
    await copyFolder(from, to);
    return [];
  } catch (fault) {
    return [`the artifacts could not be copied to ${to}: ${messageOf(fault)}`];
  }
};
