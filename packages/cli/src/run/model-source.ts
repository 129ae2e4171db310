import { type Refusal, refusal, type Verdict } from "@llmch/contract";
import { readTextFile } from "@llmch/host";
import { loadReplay, missingKey, type ReplaySource } from "@llmch/models";

/** Where answers come from: a live server, or a record. */
export type ModelSource =
  | { readonly kind: "live" }
  | { readonly kind: "replay"; readonly exchanges: ReplaySource; readonly strict: boolean };

/** Reads the record, or makes sure that there is a key, before anything is made or sent (contract §4, §6). */
export const modelSource = async (
  options: { readonly replay?: string; readonly replayStrict: boolean },
  env: NodeJS.ProcessEnv,
): Promise<Verdict<ModelSource, Refusal>> => {
  if (options.replay === undefined) {
    const missing = missingKey(env);
    return missing === null ? { ok: true, value: { kind: "live" } } : { ok: false, issues: [missing] };
  }
  const text = await readTextFile(options.replay);
  if (!text.ok) return text;
  const exchanges = loadReplay(text.value);
  if (exchanges.ok) {
    return { ok: true, value: { kind: "replay", exchanges: exchanges.value, strict: options.replayStrict } };
  }
  const message = `${options.replay} is no record of exchanges: ${exchanges.issues[0]}`;
  return { ok: false, issues: [refusal("invalid-replay-file", message, "give a file of lines as in exchanges.jsonl")] };
};
