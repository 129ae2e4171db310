import { type ModelName, type ModelRole, PROVIDERS, parseModelName, serverPreset, type Wire } from "@llmch/contract";
import type { CompatibleServer, Settings } from "@llmch/contract/settings";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { type ModelSettings, modelSettings, modelsAsked, type RoleModels } from "./asked.ts";
import { foreignModel, misnamedModel } from "./misnamed-model.ts";
import { ALL_CAPABILITIES, type Capabilities } from "./transport/capabilities.ts";
import { type ProxyOf, proxiesIn } from "./transport/proxy-of.ts";
import type { Transport } from "./transport/send.ts";

/** A server, and the names under which the user set it up. */
export interface Server {
  /** `openai`, `anthropic`, `compatible:NAME`. */
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly proxyOf: ProxyOf;
  readonly wires: Readonly<Record<ModelRole, Wire>>;
  /** The capabilities to assume before it is asked. */
  readonly capabilities: Capabilities;
  /** False for a server that gets no key; then `keyName` is the setting that could name one. */
  readonly hasKey: boolean;
  /** The user's own command that prints the key; null for any other. */
  readonly keyCommand: readonly string[] | null;
  /** Gives another key once the server has refused this one; missing if there is no way to get one. */
  readonly renewKey?: (refused: string) => Promise<string | null>;
  /** Where a hint tells the user to look. */
  readonly keyName: string;
  readonly addressName: string;
}

/** Where a model is served, and its name there. */
export interface Connection {
  readonly model: string;
  readonly server: Server;
}

/** Everything that asking a live model needs. */
export interface Connections {
  readonly transport: Transport;
  /** By the model's name in llmch; contains every model that `models` names. */
  readonly byModel: ReadonlyMap<string, Connection>;
}

export interface Connected {
  readonly connections: Connections;
  /** The models from the settings, without fallbacks that have no key. */
  readonly models: ModelSettings;
  /** Warnings for the user, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Finds the server and key of every model that a role may ask, before anything is sent (contract §4, §6). A model without a key is
 * refused, unless another in its chain has one: then it is skipped with a warning. Never prints a key.
 */
export const connect = (settings: Settings, role: ModelRole, env: Environment): Result<Connected, Refusal> => {
  const models = modelSettings(settings);
  const { chain } = models[role];
  const byModel = new Map<string, Connection>();
  const warnings: string[] = [];
  const reached: string[] = [];
  const refused: { readonly name: string; readonly why: Refusal }[] = [];
  for (const name of chain) {
    const found = connectionOf(name, settings, env);
    if (found.ok) {
      byModel.set(name, found.value);
      reached.push(name);
    } else refused.push({ name, why: found.issues[0] });
  }
  const [first, ...rest] = reached;
  const grave = refused.find(({ why }) => why.code !== "no-key");
  if (grave !== undefined) return rejected(grave.why);
  if (first === undefined) return rejected(refused[0]?.why ?? noModel(role));
  warnings.push(...refused.map(({ name, why }) => `${name} is not asked: ${why.message}`));
  // A model skipped in the chain for lack of a key may still be requested by name.
  for (const name of modelsAsked({ ...models[role], chain: [first] })) {
    const found = connectionOf(name, settings, env);
    if (!found.ok) return found;
    byModel.set(name, found.value);
  }
  const asked: RoleModels = { ...models[role], chain: [first, ...rest] };
  return accepted({
    connections: { transport: transportOf(settings), byModel },
    models: { ...models, [role]: asked },
    warnings,
  });
};

const noModel = (role: ModelRole): Refusal => refusal("usage", `no model is named for the ${role}`, "name one");

const MAX_WAIT_MS = 60_000;
const CONNECT_MS = 10_000;

export const transportOf = ({ network, planner, factory }: Settings): Transport => ({
  retries: network.retries,
  retryBaseMs: network.retry_base_ms,
  maxWaitMs: MAX_WAIT_MS,
  connectMs: CONNECT_MS,
  totalMs: { planner: planner.answer_timeout_ms, factory: factory.answer_timeout_ms },
});

/** Where a model is served, or why it cannot be asked. */
export const connectionOf = (name: string, settings: Settings, env: Environment): Result<Connection, Refusal> => {
  const misnamed = misnamedModel(name, Object.keys(settings.models.compatible));
  if (misnamed !== null) return rejected(misnamed);
  const parsed = parseModelName(name);
  if (!parsed.ok) return rejected(refusal("usage", parsed.issues[0], "see `llmch config` for the models"));
  const { provider } = parsed.value;
  const foreign = foreignModel(name, env);
  if (foreign !== null) return rejected(foreign);
  switch (provider) {
    case "compatible":
      return ownServer(parsed.value, settings, env);
    case "replay":
      return rejected(
        refusal("usage", `${name} cannot stand beside other models`, "name it alone, or use --replay FILE"),
      );
    default:
      return wellKnown(parsed.value, provider, env);
  }
};

const wellKnown = (
  { model }: ModelName,
  name: keyof typeof PROVIDERS,
  env: Environment,
): Result<Connection, Refusal> => {
  const provider = PROVIDERS[name];
  const { keyVariable, baseUrlVariable, wires, hasTemperature } = provider;
  const apiKey = (env[keyVariable] ?? "").trim();
  const baseUrl = (env[baseUrlVariable] ?? "").trim() || provider.baseUrl;
  const fault =
    missingKey(keyVariable, env) ?? malformedKey(keyVariable, apiKey) ?? malformedUrl(baseUrlVariable, baseUrl);
  if (fault !== null) return rejected(fault);
  const server: Server = {
    provider: name,
    baseUrl,
    apiKey,
    proxyOf: proxiesIn(env),
    wires,
    capabilities: { ...ALL_CAPABILITIES, temperature: hasTemperature },
    hasKey: true,
    keyName: keyVariable,
    addressName: baseUrlVariable,
    keyCommand: null,
  };
  return accepted({ model, server });
};

/** The placeholder for servers that want no key, because the SDKs require one. */
const NO_KEY = "none";

/** A server of the settings, or a well-known one: with the first part of its address, if that is the user's own. */
export const compatibleServer = (
  name: string,
  { models: { compatible } }: Pick<Settings, "models">,
  env: Environment,
): CompatibleServer | null => {
  const own = Object.hasOwn(compatible, name) ? compatible[name] : undefined;
  const preset = serverPreset(name);
  if (own !== undefined || preset === null) return own ?? null;
  const { addressVariable, baseUrl, keyVariable, api } = preset;
  const begin = addressVariable === undefined ? "" : (env[addressVariable] ?? "").trim().replace(/\/+$/, "");
  return { base_url: begin + baseUrl, key_variable: keyVariable, key_command: null, api, model: null };
};

const ownServer = ({ model, name }: ModelName, settings: Settings, env: Environment): Result<Connection, Refusal> => {
  const slash = model.indexOf("/");
  const serverName = slash < 0 ? model : model.slice(0, slash);
  const place = `models.compatible.${serverName}`;
  const known = compatibleServer(serverName, settings, env);
  if (known === null) {
    const hint = `set its base_url in the settings under ${place} (see \`llmch config\`)`;
    return rejected(refusal("bad-settings", `the server of ${name} is not known`, hint));
  }
  const preset = serverPreset(serverName);
  const variableOfAddress = Object.hasOwn(settings.models.compatible, serverName) ? undefined : preset?.addressVariable;
  const asked = slash < 0 ? known.model : model.slice(slash + 1);
  if (asked === null || asked === "") {
    const hint = `write compatible:${serverName}/MODEL, or set ${place}.model`;
    return rejected(refusal("bad-settings", `${name} names a server, and no model of it`, hint));
  }
  const { base_url: baseUrl, key_command: keyCommand, api } = known;
  const addressName = variableOfAddress ?? `${place}.base_url`;
  const variable = keyCommand === null ? known.key_variable : null;
  const apiKey = variable === null ? NO_KEY : (env[variable] ?? "").trim();
  const fault = variable === null ? null : (missingKey(variable, env) ?? malformedKey(variable, apiKey));
  const wrongUrl = missingAddress(variableOfAddress, env) ?? malformedUrl(addressName, baseUrl);
  if (fault !== null || wrongUrl !== null) return rejected(wrongUrl ?? fault ?? noModel("factory"));
  const capabilities = { ...ALL_CAPABILITIES, cacheMarks: api === "messages" };
  const server: Server = {
    provider: `compatible:${serverName}`,
    baseUrl,
    apiKey,
    proxyOf: proxiesIn(env),
    wires: { planner: api, factory: api },
    capabilities: preset?.takesMaxTokens === true ? { ...capabilities, budget: "max_tokens" } : capabilities,
    hasKey: variable !== null || keyCommand !== null,
    keyName: variable ?? `${place}.${keyCommand === null ? "key_variable" : "key_command"}`,
    addressName,
    keyCommand,
  };
  return accepted({ model: asked, server });
};

const NO_KEY_MEND =
  "set it to your API key, name a model of another server, or answer from a record with --replay FILE";

const missingKey = (variable: string, env: Environment): Refusal | null =>
  (env[variable] ?? "").trim() === "" ? refusal("no-key", `${variable} is not set`, NO_KEY_MEND) : null;

const missingAddress = (variable: string | undefined, env: Environment): Refusal | null =>
  variable !== undefined && (env[variable] ?? "").trim() === ""
    ? refusal(
        "bad-settings",
        `${variable} is not set`,
        "set it to the address of your resource, such as https://NAME.openai.azure.com",
      )
    : null;

/** Never prints the key, not even an invalid one. */
const malformedKey = (variable: string, apiKey: string): Refusal | null =>
  /^[\x21-\x7e]*$/.test(apiKey)
    ? null
    : refusal("no-key", `${variable} holds characters that no key has`, "set it to the key alone, on one line");

const malformedUrl = (place: string, baseUrl: string): Refusal | null =>
  URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)
    ? null
    : refusal("usage", `${place} is not an http or https address`, "set it to one such as https://host/v1");
