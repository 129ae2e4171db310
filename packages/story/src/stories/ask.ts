import type { StoryHead } from "./head.ts";

/** `llmch ask`. */
export interface AskStory extends StoryHead {
  readonly kind: "ask";
  readonly question: string | null;
  readonly repo: string | null;
  /** The commit whose files were inspected. */
  readonly commit: string | null;
  readonly model: string | null;
  /** Null if there is none. */
  readonly answer: AnswerStory | null;
}

export interface AnswerStory {
  readonly text: string;
  readonly citations: readonly CitationStory[];
  /** Citations that do not name an existing place, each with the reason. */
  readonly struck: readonly (CitationStory & { readonly why: string })[];
  /** What was delegated; without an answer, why there is none. */
  readonly parts: readonly { readonly question: string; readonly answer: string | null; readonly why: string | null }[];
}

export interface CitationStory {
  readonly path: string;
  /** From 1. */
  readonly first: number;
  readonly last: number;
}
