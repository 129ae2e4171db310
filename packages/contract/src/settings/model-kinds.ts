import { isJsonObject, type JsonObject, type JsonValue, member } from "../json-value.ts";
import { parseModelName } from "../model-name.ts";
import { accepted, rejected, type Verdict } from "../verdict.ts";
import type { Kind } from "./kind.ts";

const MODEL_WORDS = "a model's name such as gpt-5.2, anthropic:NAME, compatible:SERVER/MODEL or local:FILE";

/** One model, in its one spelling. */
export const model = (): Kind<string> => {
  const read = (value: JsonValue): Verdict<string, string> => {
    const parsed = typeof value === "string" ? parseModelName(value) : rejected(MODEL_WORDS);
    return parsed.ok ? accepted(typeof parsed.value === "string" ? parsed.value : parsed.value.name) : parsed;
  };
  return { words: MODEL_WORDS, read, fromText: read, schema: { type: "string", minLength: 1 } };
};

/** A model, or several: each is asked where those before it gave no answer. */
export type ModelChain = readonly [string, ...string[]];

export const modelChain = (): Kind<ModelChain> => {
  const one = model();
  const words = `${MODEL_WORDS}, or several of them`;
  const read = (value: JsonValue): Verdict<ModelChain, string> => {
    const names: string[] = [];
    for (const part of Array.isArray(value) ? value : [value]) {
      const name = one.read(part);
      if (!name.ok) return name;
      if (!names.includes(name.value)) names.push(name.value);
    }
    const [first, ...rest] = names;
    return first === undefined ? rejected(words) : accepted([first, ...rest]);
  };
  return {
    words,
    read,
    fromText: (text) => read(text.split(",").map((part) => part.trim())),
    schema: { anyOf: [one.schema, { type: "array", items: one.schema, minItems: 1 }] },
  };
};

/** Prices of one model in US dollars a million tokens. */
export interface Price {
  readonly input: number;
  /** Input that the provider had cached; null where it costs what other input costs. */
  readonly cached_input: number | null;
  /** Input that the provider is asked to keep in its cache; null where it costs what other input costs. */
  readonly cache_write: number | null;
  readonly output: number;
}

const PRICE_WORDS = "an object with the prices of a million tokens: input, output, and cached_input or cache_write";
const amount = { type: "number", minimum: 0 } as const;

const readPrice = (value: JsonValue): Verdict<Price, string> => {
  if (!isJsonObject(value)) return rejected(PRICE_WORDS);
  const priceAt = (name: string): number | null | undefined => {
    const found = member(value, name);
    if (found === undefined || found === null) return null;
    return typeof found === "number" && found >= 0 ? found : undefined;
  };
  const [input, cached_input, cache_write, output] = [
    priceAt("input"),
    priceAt("cached_input"),
    priceAt("cache_write"),
    priceAt("output"),
  ];
  const isKnown = Object.keys(value).every((name) => ["input", "cached_input", "cache_write", "output"].includes(name));
  if (!isKnown || input == null || output == null || cached_input === undefined || cache_write === undefined) {
    return rejected(PRICE_WORDS);
  }
  return accepted({ input, cached_input, cache_write, output });
};

/** A server of one's own that speaks a known protocol. */
export interface CompatibleServer {
  readonly base_url: string;
  /** The environment variable that holds its key; null for a server that wants none. */
  readonly key_variable: string | null;
  readonly api: "chat" | "responses" | "messages";
  /** What `compatible:NAME` alone asks for; null where a model must be named. */
  readonly model: string | null;
}

const APIS = ["chat", "responses", "messages"] as const;
const SERVER_WORDS =
  "an object with base_url, and key_variable, api (chat, responses or messages) and model where needed";
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const readServer = (value: JsonValue): Verdict<CompatibleServer, string> => {
  if (!isJsonObject(value)) return rejected(SERVER_WORDS);
  const known = ["base_url", "key_variable", "api", "model"];
  const stray = Object.keys(value).find((name) => !known.includes(name));
  if (stray !== undefined) return rejected(`${SERVER_WORDS}; it has no \`${stray}\``);
  const textAt = (name: string): string | null | undefined => {
    const found = member(value, name) ?? null;
    return found === null || (typeof found === "string" && found.trim() !== "") ? (found?.trim() ?? null) : undefined;
  };
  const [base_url, key_variable, model] = [textAt("base_url"), textAt("key_variable"), textAt("model")];
  const api = APIS.find((name) => name === (member(value, "api") ?? "chat"));
  if (base_url == null || !isAddress(base_url)) return rejected("base_url must be an http or https address");
  if (key_variable === undefined || (key_variable !== null && !VARIABLE.test(key_variable))) {
    return rejected("key_variable must be the name of an environment variable, never a key itself");
  }
  if (api === undefined) return rejected("api must be chat, responses or messages");
  if (model === undefined) return rejected(SERVER_WORDS);
  return accepted({ base_url, key_variable, api, model });
};

/** No platform here has a parser of addresses: the scheme, a host, and nothing of a user or a password. */
const isAddress = (text: string): boolean => /^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s@]*)?$/i.test(text);

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** An object whose members have names of the user's own. */
const mapOf = <Value>(
  words: string,
  read: (value: JsonValue) => Verdict<Value, string>,
  isName: (name: string) => boolean,
  valueSchema: JsonObject,
): Kind<Readonly<Record<string, Value>>> => {
  const readMap = (value: JsonValue): Verdict<Readonly<Record<string, Value>>, string> => {
    if (!isJsonObject(value)) return rejected(words);
    const entries: [string, Value][] = [];
    for (const [name, each] of Object.entries(value)) {
      if (!isName(name)) return rejected(`\`${name}\` cannot be a name here`);
      const known = read(each);
      if (!known.ok) return rejected(`${name}: ${known.issues[0]}`);
      entries.push([name, known.value]);
    }
    return accepted(Object.fromEntries(entries));
  };
  return {
    words,
    read: readMap,
    fromText: (text) => {
      try {
        return readMap(JSON.parse(text));
      } catch {
        return rejected(words);
      }
    },
    schema: { type: "object", additionalProperties: valueSchema },
  };
};

export const prices = (): Kind<Readonly<Record<string, Price>>> =>
  mapOf("an object of prices by model", readPrice, (name) => parseModelName(name).ok, {
    type: "object",
    required: ["input", "output"],
    additionalProperties: false,
    properties: { input: amount, cached_input: amount, cache_write: amount, output: amount },
  });

export const compatibleServers = (): Kind<Readonly<Record<string, CompatibleServer>>> =>
  mapOf("an object of servers by name", readServer, (name) => NAME.test(name), {
    type: "object",
    required: ["base_url"],
    additionalProperties: false,
    properties: {
      base_url: { type: "string", pattern: "^https?://" },
      key_variable: { type: ["string", "null"], pattern: VARIABLE.source },
      api: { enum: [...APIS] },
      model: { type: ["string", "null"] },
    },
  });
