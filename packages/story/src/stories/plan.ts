import type { AskedQuestions, Diagnostic, PlanConfig } from "@llmch/contract";
import type { JsonValue } from "@llmch/text";
import type { ToolStory } from "./attempt.ts";
import type { ExchangeStory } from "./exchange.ts";
import type { StoryHead } from "./head.ts";

/** `llmch plan`: a compile. */
export interface PlanStory extends StoryHead {
  readonly kind: "planner";
  readonly spec: string | null;
  readonly model: string | null;
  readonly config: PlanConfig | null;
  readonly attempts: readonly CompileAttempt[];
  /** What the planner asked its user, and the answers so far. */
  readonly asked: AskedQuestions;
  /** Set if a plan was written. */
  readonly written: { readonly work_orders: number; readonly directory: string } | null;
}

export interface CompileAttempt {
  readonly attempt: number;
  readonly max_attempts: number;
  readonly started_at: string;
  readonly exchange: ExchangeStory | null;
  /** How the planner looked around before it answered; null if it had no tools, or called none. */
  readonly tools: ToolStory | null;
  /** How many questions to the user the answer has. */
  readonly questions: number;
  /** Null if the answer was not judged: it had questions, or did not come. */
  readonly judged: { readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] } | null;
  /** The manifest in the answer, if it parsed. */
  readonly manifest: JsonValue | null;
}
