import { orderRunsOf } from "@llmch/records";
import { type StoredRun, strangeEntry } from "@llmch/store";
import { type Refusal, refusal } from "@llmch/text";

/** Writes in a run's folder must not lead out of it, so a run that contains a link or a pipe is not resumed. */
export const strangeFault = async (run: StoredRun): Promise<Refusal | null> => {
  for (const { kind, runId, directory } of [run, ...(await orderRunsOf(run))]) {
    const strange = strangeEntry(directory);
    if (strange === null) continue;
    const message = `${kind}/${runId}/${strange} is not a regular file, and llmch never creates one`;
    return refusal("not-resumable", message, "see where the run comes from; if you trust it, remove that entry");
  }
  return null;
};
