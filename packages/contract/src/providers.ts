import type { ModelRole } from "./call-name.ts";

/** A protocol that models are asked by: OpenAI's Responses and Chat Completions, and Anthropic's Messages. */
export type Wire = "responses" | "chat" | "messages";

/** A provider of models in the network. */
export interface Provider {
  readonly baseUrl: string;
  /** Environment variables that hold the key, and another address where there is one. */
  readonly keyVariable: string;
  readonly baseUrlVariable: string;
  /** Which protocol each role speaks to it (contract §8). */
  readonly wires: Readonly<Record<ModelRole, Wire>>;
  /** Whether it is asked for a temperature; what else it refuses is learned. */
  readonly hasTemperature: boolean;
}

/** Providers by the word before the colon of a model's name; one that speaks a known protocol is added here alone. */
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
    // The version of its API that its SDK speaks has none.
    hasTemperature: false,
  },
} as const satisfies Readonly<Record<string, Provider>>;

export const isProvider = (name: string): name is keyof typeof PROVIDERS => Object.hasOwn(PROVIDERS, name);
