import { inTurns } from "@llmch/files";
import { type ReplaySource, replayInSteps } from "@llmch/models";
import type { StoredRun } from "@llmch/store";

/** The exchanges of a run that is gone on with. Throws if its journal was read and they cannot be. */
export const recordedExchanges = async ({ directory, exchanges }: StoredRun): Promise<ReplaySource> => {
  const loaded = await inTurns(replayInSteps(exchanges.text, `${directory}/exchanges.jsonl`));
  if (!loaded.ok) throw new Error(loaded.issues[0].message);
  return loaded.value;
};
