import type { FactorySettings } from "@llmch/contract/settings";

/** The factory settings that limit what prompts show. */
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
