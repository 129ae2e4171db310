import { accepted, type JsonValue, type Result, rejected } from "@llmch/text";
import { parseModelName } from "../model-name.ts";
import { decimal, filledListOf, type Kind, line, listOf, oneOf, orNone, textOf, wholeNumber } from "./kind.ts";
import { mapOf, record } from "./object-kinds.ts";

const MODEL_WORDS = "a model's name such as gpt-5.2, anthropic:NAME or compatible:SERVER/MODEL";

/** One model, in its canonical spelling. */
export const model = (): Kind<string> => {
  const read = (value: JsonValue): Result<string, string> => {
    if (typeof value !== "string") return rejected(MODEL_WORDS);
    const parsed = parseModelName(value);
    // Only files have commas in their names. Any other comma means a chain in the form that flags use.
    if (parsed.ok && value.includes(",") && parsed.value.provider !== "replay") {
      return rejected(`${MODEL_WORDS} (no name has a comma: several models are a list)`);
    }
    return parsed.ok ? accepted(parsed.value.name) : rejected(`${MODEL_WORDS} (${parsed.issues[0]})`);
  };
  return { words: MODEL_WORDS, read, fromText: read, schema: { type: "string", minLength: 1 }, namesModels: true };
};

/** Models for several purposes, one for each. */
export const models = (): Kind<readonly string[]> => ({
  ...listOf(model(), `a list of models: each ${MODEL_WORDS}`),
  namesModels: true,
});

/** A model in an object. Excludes files: their location would depend on where the object is written. */
export const servedModel = (): Kind<string> => {
  const { read: readModel, schema } = model();
  const words = "a model of a server";
  const read: typeof readModel = (value) => {
    const found = readModel(value);
    return found.ok && /^(?:local|replay):/.test(found.value) ? rejected(words) : found;
  };
  return { words, read, fromText: read, schema };
};

/** One or more models: each is asked if those before it gave no answer. */
export type ModelChain = readonly [string, ...string[]];

export const modelChain = (): Kind<ModelChain> => {
  const one = model();
  const words = `${MODEL_WORDS}, or a list of them`;
  const read = (value: JsonValue): Result<ModelChain, string> => {
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
    parts: { of: "list", each: one },
    namesModels: true,
  };
};

/** Prices of one model, in US dollars per million tokens. */
export interface Price {
  readonly input: number;
  /** Input that the provider had cached; null if it costs the same as other input. */
  readonly cached_input: number | null;
  /** Input that goes into the provider's cache; null if it costs the same as other input. */
  readonly cache_write: number | null;
  readonly output: number;
}

const amount = decimal({ least: 0, most: 1_000_000, unit: "US dollars" });

const price = (): Kind<Price> =>
  record("an object with the prices of a million tokens: input and output, and cached_input or cache_write", {
    input: { kind: amount, about: "A million tokens of input." },
    cached_input: {
      kind: orNone(amount),
      about: "Input that the provider had cached; null if it costs the same as other input.",
      fallback: null,
    },
    cache_write: {
      kind: orNone(amount),
      about: "Input that is put into the provider's cache; null if it costs the same as other input.",
      fallback: null,
    },
    output: { kind: amount, about: "A million tokens of output, reasoning included." },
  });

export const prices = (): Kind<Readonly<Record<string, Price>>> =>
  mapOf("an object of prices by model", model(), price());

/** Contexts by model. A planner's prompt alone would not fit into a smaller one. */
export const contexts = (): Kind<Readonly<Record<string, number>>> =>
  mapOf("an object of tokens by model", model(), wholeNumber({ least: 16_000, most: 10_000_000, unit: "tokens" }));

/** A program and its arguments; no shell reads them. */
export const commandLine = (): Kind<readonly string[]> => {
  const words = "a list of a program and its arguments";
  return filledListOf(line(words), words);
};

/** The user's own server with a known protocol. */
export interface CompatibleServer {
  readonly base_url: string;
  /** The environment variable with its key; null for a server that needs none. */
  readonly key_variable: string | null;
  /** The user's own command that prints its key, in place of a variable; null for none. */
  readonly key_command: readonly string[] | null;
  readonly api: "chat" | "responses" | "messages";
  /** The model that a bare `compatible:NAME` means; null if the name must include a model. */
  readonly model: string | null;
}

/** Stricter than a URL parser: a scheme, a host, a path, a query of short values, and nothing that could hold a key. */
const ADDRESS =
  /^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#@]*)?(?:\?(?!\S*(?:key|token|secret|sig|auth|pass|code|cred)[^=&]*=|\S*=(?:sk-|[^&]{31}))[^\s#@]*)?$/i;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** A key that looks like a name is long and mixes lower-case letters with digits; names of variables do not. */
const KEY_LIKE = /^(?=.*[a-z])(?=.*[0-9]).{20,}$/;

export const variableName = (): Kind<string> => {
  const words = "the name of an environment variable, never a key itself";
  const text = textOf(words, VARIABLE);
  const read = (value: JsonValue): Result<string, string> => {
    const name = text.read(value);
    return name.ok && KEY_LIKE.test(name.value) ? rejected(words) : name;
  };
  return { ...text, read, fromText: read, schema: { type: "string", pattern: VARIABLE.source } };
};

const server = (): Kind<CompatibleServer> =>
  record("an object with base_url, and key_variable, key_command, api and model where needed", {
    base_url: {
      kind: {
        ...textOf("an http or https address without a user or a key; its query may say ?api-version=…", ADDRESS),
        schema: ADDRESS_SCHEMA,
      },
      about: "The server's address, as its own clients use it: mostly up to `/v1`.",
    },
    key_variable: {
      kind: orNone(variableName()),
      about: "The environment variable that holds its key; null for a server that needs none.",
      fallback: null,
    },
    key_command: {
      kind: orNone(commandLine()),
      about:
        "In your own settings file, in place of key_variable: a program and its arguments that print the key. It is run once, and again when the server refuses the key.",
      fallback: null,
    },
    api: {
      kind: oneOf("chat", "responses", "messages"),
      about: "What it speaks: Chat Completions, OpenAI's Responses or Anthropic's Messages.",
      fallback: "chat",
    },
    model: {
      kind: orNone(line("the name of a model as the server knows it")),
      about: "The model that `compatible:NAME` alone asks for; null if the name must include a model.",
      fallback: null,
    },
  });

const ADDRESS_SCHEMA = { type: "string", pattern: "^https?://" } as const;

export const compatibleServers = (): Kind<Readonly<Record<string, CompatibleServer>>> =>
  mapOf(
    "an object of servers by name",
    textOf("letters, digits, dots, dashes and underscores, the first a letter or a digit", /^[A-Za-z0-9][\w.-]*$/),
    server(),
  );

/** A host as it appears in a URL, with or without its port. */
export const host = (): Kind<string> => {
  const kind = textOf(
    "a host such as models.example.com or models.example.com:8443",
    /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i,
  );
  const read = (value: JsonValue): Result<string, string> => {
    const found = kind.read(value);
    return found.ok ? accepted(found.value.toLowerCase()) : found;
  };
  return { ...kind, read, fromText: read };
};
