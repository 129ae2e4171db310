import { inTurns } from "@llmch/files";
import { type ReplaySource, replayInSteps } from "@llmch/models";
import type { StoredRun } from "@llmch/store";

/** The exchanges of a resumed run. Throws if they cannot be read although its journal could. */
export const recordedExchanges = async ({ directory, exchanges }: StoredRun): Promise<ReplaySource> => {
  const loaded = await inTurns(replayInSteps(exchanges.text, `${directory}/exchanges.jsonl`));
  if (!loaded.ok) throw new Error(loaded.issues[0].message);
  return loaded.value;
};
