import type { FileWrite } from "@llmch/contract";
import type { Edit } from "@llmch/text";
import type { Usage } from "./spending.ts";

/** One question to a model, and what came back. */
export interface ExchangeStory {
  readonly key: string;
  readonly model: string | null;
  /** True if an answer from an earlier session was reused. */
  readonly reused: boolean;
  readonly retries: readonly { readonly reason: string; readonly wait_ms: number }[];
  readonly failure: { readonly reason: string; readonly message: string } | null;
  readonly usage: Usage | null;
  /** Null if unknown. */
  readonly cost_usd: number | null;
  readonly duration_ms: number | null;
  /** Texts are at most the first 256 KB. A last line in brackets says what is left out, and which file has it. */
  readonly prompt: string | null;
  readonly answer: string | null;
  readonly reasoning: string | null;
}

export interface ProposalStory {
  readonly summary: string;
  readonly writes: readonly ProposedWrite[];
}

export interface ProposedWrite {
  readonly path: string;
  readonly base_sha256: string;
  readonly kind: FileWrite["kind"];
  /** The complete resulting text; null for a removed file, and if the result depends on an unknown base. */
  readonly content: string | null;
  readonly edits: readonly Edit[];
  /** The new path of a renamed file. */
  readonly rename_to: string | null;
  readonly base: BaseText;
}

/** The file that a write was based on. `unknown` if the repo does not have it any more. */
export type BaseText =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown" };
