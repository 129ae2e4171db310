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
