import { isProvider, PROVIDERS } from "./providers.ts";
import { accepted, type Result, rejected } from "./result.ts";

/** Who serves models; a name of a model begins with one of these, or stands for a model of OpenAI's. */
export type ProviderName = keyof typeof PROVIDERS | "compatible" | "local" | "replay";
export const PROVIDER_NAMES: readonly ProviderName[] = [
  ...Object.keys(PROVIDERS).filter(isProvider),
  "compatible",
  "local",
  "replay",
];

/** A model as it is named everywhere: `openai:gpt-5.2`, `compatible:office/llama`, `replay:answers.jsonl`. */
export interface ModelName {
  readonly provider: ProviderName;
  /** What the provider is told: a model, `SERVER` or `SERVER/MODEL` of a compatible server, or a file. */
  readonly model: string;
  /** The one spelling that is recorded and hashed: a model of OpenAI's is spelled bare. */
  readonly name: string;
}

/**
 * Reads a model's name. What stands before the first colon is a provider where it is known as one; any other name is one of
 * OpenAI's, colons and all (`ft:…`), but a provider that is misspelt is said.
 */
export const parseModelName = (text: string): Result<ModelName, string> => {
  const trimmed = text.trim();
  if (!/^\P{Cc}+$/u.test(trimmed)) return rejected("a model's name is one line that is not empty");
  const colon = trimmed.indexOf(":");
  const prefix = colon < 0 ? "" : trimmed.slice(0, colon).trim().toLowerCase();
  const provider = PROVIDER_NAMES.find((name) => name === prefix);
  if (provider === undefined) {
    const meant = PROVIDER_NAMES.find((name) => prefix.length > 3 && editDistance(prefix, name) <= 2);
    if (meant !== undefined) return rejected(`\`${prefix}\` is no provider: did you mean \`${meant}:\`?`);
    return accepted({ provider: "openai", model: trimmed, name: trimmed });
  }
  const model = trimmed.slice(colon + 1).trim();
  if (model === "") return rejected(`after \`${provider}:\` stands no name`);
  return accepted({ provider, model, name: provider === "openai" ? model : `${provider}:${model}` });
};

/** A model's name as every machine spells it: a file by its own name, wherever it lies. What is hashed holds no other. */
export const portableModelName = (name: string): string =>
  name.replace(/^(local|replay):.*\//s, (_, provider: string) => `${provider}:`);

/** How many letters are changed, added or left out between two short words. */
export const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};
