import type { FactorySettings } from "@llmch/contract/settings";

/** How much a model is shown and told: the factory's part of the settings. */
export type PromptSettings = Pick<
  FactorySettings,
  | "shown_bytes"
  | "whole_file_bytes"
  | "part_characters"
  | "edited_file_bytes"
  | "named_files"
  | "listed_paths"
  | "previous_answer_characters"
  | "excerpt_characters"
>;
