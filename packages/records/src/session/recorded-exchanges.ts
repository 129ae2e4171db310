import { type ReplaySource, readExchanges } from "@llmch/models";
import type { StoredRun } from "@llmch/store";

/** The exchanges of a resumed run. Throws if they cannot be read although its journal could. */
export const recordedExchanges = async ({ directory, exchanges }: StoredRun): Promise<ReplaySource> => {
  const loaded = readExchanges(exchanges.text, `${directory}/exchanges.jsonl`);
  if (!loaded.ok) throw new Error(loaded.issues[0].message);
  return loaded.value;
};
