import type { ModelRole } from "@llmch/contract";
import { ALL_CAPABILITIES, type Capabilities } from "./transport/capabilities.ts";

/** A protocol that an adapter here speaks. */
export type Wire = "responses" | "chat" | "messages";

/** A provider of models in the network. */
export interface Provider {
  readonly baseUrl: string;
  /** Environment variables that hold the key, and another address where there is one. */
  readonly keyVariable: string;
  readonly baseUrlVariable: string;
  /** Which protocol each role speaks to it (contract §8). */
  readonly wires: Readonly<Record<ModelRole, Wire>>;
  /** What it takes for all we know; what it refuses is learned. */
  readonly capabilities: Capabilities;
}

/** Providers by the word before the colon of a model's name. */
export const PROVIDERS = {
  openai: {
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    baseUrlVariable: "OPENAI_BASE_URL",
    wires: { planner: "responses", factory: "chat" },
    capabilities: ALL_CAPABILITIES,
  },
  anthropic: {
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    wires: { planner: "messages", factory: "messages" },
    // The version of its API that its SDK speaks has none.
    capabilities: { ...ALL_CAPABILITIES, temperature: false },
  },
} as const satisfies Readonly<Record<string, Provider>>;
