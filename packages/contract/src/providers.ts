import type { ModelRole } from "./call-name.ts";

/** A protocol for model requests: OpenAI's Responses and Chat Completions, and Anthropic's Messages. */
export type Wire = "responses" | "chat" | "messages";

/** A provider of models on the network. */
export interface Provider {
  readonly baseUrl: string;
  /** Environment variables for the key and for another base URL. */
  readonly keyVariable: string;
  readonly baseUrlVariable: string;
  /** The protocol that each role uses (contract §8). */
  readonly wires: Readonly<Record<ModelRole, Wire>>;
  /** True if requests may set a temperature. llmch learns at run time what else the provider refuses. */
  readonly hasTemperature: boolean;
}

/** Providers by the word before the colon of a model's name. To add a provider with a known protocol, add it here. */
export const PROVIDERS = {
  openai: {
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    baseUrlVariable: "OPENAI_BASE_URL",
    wires: { planner: "responses", factory: "chat" },
    hasTemperature: true,
  },
  anthropic: {
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    wires: { planner: "messages", factory: "messages" },
    // The API version in its SDK accepts no temperature.
    hasTemperature: false,
  },
} as const satisfies Readonly<Record<string, Provider>>;

export const isProvider = (name: string): name is keyof typeof PROVIDERS => Object.hasOwn(PROVIDERS, name);

/** A server of models that many use, with what it needs. */
interface ServerPreset {
  /** Its address; behind that of `addressVariable`, if that is the user's own. */
  readonly baseUrl: string;
  readonly addressVariable?: string;
  /** The environment variable with its key; null for a server that needs none. */
  readonly keyVariable: string | null;
  readonly api: Wire;
  /** Of every model there; null if that depends on the model. */
  readonly contextTokens: number | null;
  /** True if it knows only the older name of the limit of an answer. */
  readonly takesMaxTokens?: boolean;
  /** True on the user's own machine, where an answer costs nothing. */
  readonly isFree?: boolean;
}

const onThisMachine = (port: number): ServerPreset => ({
  ...{ baseUrl: `http://localhost:${port}/v1`, keyVariable: null, api: "chat" },
  ...{ contextTokens: 32_768, takesMaxTokens: true, isFree: true },
});

/** Model servers by the word before the colon of a model's name. A server of that name in the user's settings goes before its row. */
export const SERVER_PRESETS: Readonly<Record<string, ServerPreset>> = {
  ollama: onThisMachine(11_434),
  lmstudio: onThisMachine(1_234),
  llamacpp: onThisMachine(8_080),
  openrouter: {
    ...{ baseUrl: "https://openrouter.ai/api/v1", keyVariable: "OPENROUTER_API_KEY" },
    ...{ api: "chat", contextTokens: null },
  },
  gemini: {
    ...{ baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai", keyVariable: "GEMINI_API_KEY" },
    ...{ api: "chat", contextTokens: 1_000_000 },
  },
  azure: {
    ...{ baseUrl: "/openai/v1", addressVariable: "AZURE_OPENAI_ENDPOINT", keyVariable: "AZURE_OPENAI_API_KEY" },
    ...{ api: "chat", contextTokens: null },
  },
  groq: {
    ...{ baseUrl: "https://api.groq.com/openai/v1", keyVariable: "GROQ_API_KEY" },
    ...{ api: "chat", contextTokens: 128_000 },
  },
  deepseek: {
    ...{ baseUrl: "https://api.deepseek.com", keyVariable: "DEEPSEEK_API_KEY" },
    ...{ api: "chat", contextTokens: 128_000, takesMaxTokens: true },
  },
  mistral: {
    ...{ baseUrl: "https://api.mistral.ai/v1", keyVariable: "MISTRAL_API_KEY" },
    ...{ api: "chat", contextTokens: 128_000, takesMaxTokens: true },
  },
};

/** The preset of a server's name; null if there is none. */
export const serverPreset = (name: string): ServerPreset | null =>
  Object.hasOwn(SERVER_PRESETS, name) ? (SERVER_PRESETS[name] ?? null) : null;
