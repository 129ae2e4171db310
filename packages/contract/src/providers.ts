import type { ModelRole } from "./call-name.ts";

/** A protocol for questions to models: OpenAI's Responses and Chat Completions, and Anthropic's Messages. */
export type Wire = "responses" | "chat" | "messages";

/** A provider of models on the network. */
export interface Provider {
  readonly baseUrl: string;
  /** Environment variables that hold the key and, if there is one, another address. */
  readonly keyVariable: string;
  readonly baseUrlVariable: string;
  /** Which protocol each role uses with it (contract §8). */
  readonly wires: Readonly<Record<ModelRole, Wire>>;
  /** Whether requests may set a temperature. llmch learns at run time what else the provider refuses. */
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
    // The API version that its SDK uses takes no temperature.
    hasTemperature: false,
  },
} as const satisfies Readonly<Record<string, Provider>>;

export const isProvider = (name: string): name is keyof typeof PROVIDERS => Object.hasOwn(PROVIDERS, name);
