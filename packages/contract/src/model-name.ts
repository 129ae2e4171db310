import { accepted, editDistance, type Result, rejected } from "@llmch/text";
import { gone } from "./gone.ts";
import { isProvider, PROVIDERS, SERVER_PRESETS, serverPreset } from "./providers.ts";

/** Who serves models. A model's name begins with one of these; any other name is an OpenAI model. */
type ProviderName = keyof typeof PROVIDERS | "compatible" | "replay";
export const PROVIDER_NAMES: readonly ProviderName[] = [
  ...Object.keys(PROVIDERS).filter(isProvider),
  "compatible",
  "replay",
];

/** Every word that may stand before the colon of a model's name. */
export const MODEL_PREFIXES: readonly string[] = [...PROVIDER_NAMES, ...Object.keys(SERVER_PRESETS)];

/** A model by llmch's name for it: `openai:gpt-5.2`, `compatible:office/llama`, `replay:answers.jsonl`. */
export interface ModelName {
  readonly provider: ProviderName;
  /** What the provider receives: a model, `SERVER` or `SERVER/MODEL` of a compatible server, or a file. */
  readonly model: string;
  /**
   * The canonical spelling for records. OpenAI's models have no prefix, unless their name contains a colon. That of a well-known server has
   * its own: `ollama:qwen3-coder`.
   */
  readonly name: string;
}

/**
 * Reads a model's name. The part before the first colon is the provider, if it is a known one. Any other name is an OpenAI model, colons
 * and all (`ft:…`), but a misspelt provider is rejected.
 */
export const parseModelName = (text: string): Result<ModelName, string> => {
  const trimmed = text.trim();
  if (!/^\P{Cc}+$/u.test(trimmed)) return rejected("a model's name is one line that is not empty");
  const colon = trimmed.indexOf(":");
  const prefix = colon < 0 ? "" : trimmed.slice(0, colon).trim().toLowerCase();
  const provider = PROVIDER_NAMES.find((name) => name === prefix);
  const isPreset = serverPreset(prefix) !== null;
  if (provider === undefined && !isPreset) {
    const instead = gone(`${prefix}:`);
    if (instead !== null) return rejected(instead);
    const meant = PROVIDER_NAMES.find((name) => prefix.length > 3 && editDistance(prefix, name) <= 2);
    if (meant !== undefined) return rejected(`\`${prefix}\` is not a provider: did you mean \`${meant}:\`?`);
    return accepted({ provider: "openai", model: trimmed, name: trimmed });
  }
  const model = trimmed.slice(colon + 1).trim();
  if (model === "") return rejected(`no name follows \`${prefix}:\``);
  if (provider === undefined)
    return accepted({ provider: "compatible", model: `${prefix}/${model}`, name: `${prefix}:${model}` });
  const isBare = provider === "openai" && (!model.includes(":") || FINE_TUNED.test(model));
  return accepted({ provider, model, name: isBare ? model : `${provider}:${model}` });
};

/** OpenAI's fine-tuned models have colons in their names: `ft:gpt-4o:org::id`, and the oldest `davinci:ft-org`. */
const FINE_TUNED = /^ft:|:ft-/i;

/**
 * The unknown provider before the colon of a name without a known one; null if the name may be OpenAI's. No server is asked for such a
 * name.
 */
export const unknownProvider = (name: string): string | null => {
  const colon = name.indexOf(":");
  if (colon < 0 || FINE_TUNED.test(name)) return null;
  const prefix = name.slice(0, colon).trim();
  return MODEL_PREFIXES.includes(prefix.toLowerCase()) ? null : prefix;
};

/**
 * A model's name as every machine spells it: a record without its folder, and OpenAI's models without a prefix. Hashes use only this
 * spelling.
 */
export const portableModelName = (name: string): string =>
  name.replace(/^replay:.*\//s, "replay:").replace(/^openai:/, "");
