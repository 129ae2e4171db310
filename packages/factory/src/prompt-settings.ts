import type { FactorySettings } from "@llmch/contract/settings";

/** How much of everything a model is shown and told: the factory's part of the settings. */
export type PromptSettings = Pick<
  FactorySettings,
  "shown_bytes" | "listed_paths" | "previous_answer_characters" | "excerpt_characters"
>;
