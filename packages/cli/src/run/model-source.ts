import { accepted, type Refusal, rejected, type Verdict } from "@llmch/contract";
import { readTextFile } from "@llmch/host";
import { type GatewayOptions, loadReplay, transportSettings } from "@llmch/models";

/** Where answers come from: a live server, or a record. */
export type ModelSource = GatewayOptions["source"];

/** Reads the record, or makes sure that there is a key, before anything is made or sent (contract §4, §6). */
export const modelSource = async (
  options: { readonly replay?: string; readonly replayStrict: boolean },
  env: NodeJS.ProcessEnv,
): Promise<Verdict<ModelSource, Refusal>> => {
  if (options.replay === undefined) {
    const settings = transportSettings(env);
    return settings.ok ? accepted({ kind: "live", settings: settings.value }) : rejected(...settings.issues);
  }
  const text = await readTextFile(options.replay);
  if (!text.ok) return text;
  const exchanges = loadReplay(text.value, options.replay);
  return exchanges.ok
    ? accepted({ kind: "replay", exchanges: exchanges.value, strict: options.replayStrict })
    : rejected(...exchanges.issues);
};
