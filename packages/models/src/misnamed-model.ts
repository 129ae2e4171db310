import { MODEL_PREFIXES, PROVIDERS, serverPreset, unknownProvider } from "@llmch/contract";
import { type Environment, editDistance, type Refusal, refusal } from "@llmch/text";

/** More differing letters than this are not a typo. */
const MOST_SLIPS = 3;

/**
 * Refuses a name that begins with an unknown provider: it would be sent to OpenAI as a model name. Null for any other name.
 * @param servers the names of the user's own servers
 */
export const misnamedModel = (name: string, servers: readonly string[]): Refusal | null => {
  const prefix = unknownProvider(name);
  if (prefix === null) return null;
  const model = name.slice(name.indexOf(":") + 1).trim();
  const whole = `openai:${name} if that is the whole name of a model`;
  if (servers.includes(prefix)) {
    const message = `${name} names no provider, but a server of your own`;
    return refusal("usage", message, `write compatible:${prefix}/${model}, or ${whole}`);
  }
  const near = nearest(prefix, servers);
  const meant = near === null ? `name one of ${MODEL_PREFIXES.join(", ")}` : `did you mean ${near}${model}`;
  const question = near === null ? ", or" : "? Else";
  return refusal("unknown-provider", `\`${prefix}\` is not a model provider`, `${meant}${question} write ${whole}`);
};

/** The prefix that was probably meant, as a model name would begin with it. */
const nearest = (prefix: string, servers: readonly string[]): string | null => {
  const candidates = [
    ...MODEL_PREFIXES.map((name) => ({ name, begins: `${name}:` })),
    ...servers.map((name) => ({ name, begins: `compatible:${name}/` })),
  ].map((each) => ({ ...each, distance: editDistance(prefix.toLowerCase(), each.name.toLowerCase()) }));
  const [first] = candidates
    .filter(
      ({ name, distance }) => distance <= (serverPreset(name) === null ? MOST_SLIPS : 1) && distance < name.length / 2,
    )
    .sort((one, two) => one.distance - two.distance);
  return first?.begins ?? null;
};

/** Models that OpenAI does not serve, by the name that others give them, and whose they are. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^(?:anthropic\/)?(claude-.*)/i, "anthropic:"],
  [/^(?:google\/|models\/)?(gemini-.*)/i, "gemini:"],
  [/^(?:deepseek\/)?(deepseek-.*)/i, "deepseek:"],
  [/^(?:mistralai\/)?((?:mistral|codestral|devstral|magistral|ministral)-.*)/i, "mistral:"],
];

/** Refuses another provider's model without that provider, since it would be sent to OpenAI; a server at OPENAI_BASE_URL may have it. */
export const foreignModel = (name: string, env: Environment): Refusal | null => {
  const [whose, meant] = FOREIGN.find(([pattern]) => pattern.test(name)) ?? [];
  const address = (env[PROVIDERS.openai.baseUrlVariable] ?? "").trim().replace(/\/+$/, "");
  if (whose === undefined || (address !== "" && address !== PROVIDERS.openai.baseUrl)) return null;
  const hint = `did you mean ${name.replace(whose, `${meant}$1`)}? Else write openai:${name}`;
  return refusal("unknown-provider", `${name} names no provider, and OpenAI does not serve it`, hint);
};
