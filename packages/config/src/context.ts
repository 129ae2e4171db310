import type { Spent } from "@llmch/models";
import type { RunRequest, StoredRun } from "@llmch/store";
import type { Environment } from "@llmch/text";
import type { GivenSettings, Steering } from "./options.ts";
import type { ResolvedSettings } from "./settings/resolved-settings.ts";

/** What every act of the engine receives. It reads and changes nothing else of the process. */
export interface Context {
  /** Every setting's value, and where it came from. */
  readonly settings: ResolvedSettings;
  readonly env: Environment;
  /** Environment values that must never be shown. */
  readonly secrets: readonly string[];
  /** What relative paths start from; absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly version: string;
  /** Where the shipped prompts are. */
  readonly templates: string;
  /** Receives what the user should know but no record contains: one sentence, never the act's result. */
  readonly warn: (sentence: string) => void;
  /** Receives a model's reasoning as it streams in, and the order that it is for if several are open at once. */
  readonly reasoning: (text: string, order?: string) => void;
  /** Receives how many characters of an answer have come so far, in the same way. */
  readonly answering?: (characters: number, order?: string) => void;
  /** What was asked, for the run that it makes; null if it makes none of its own. */
  readonly asked?: RunAsked | null;
  /** What the build that it is a step of has taken of the budget besides; left out if it is none. */
  readonly spentElsewhere?: Spent;
}

/** A request that makes a run, or goes on with one. */
export interface RunAsked extends RunRequest {
  /** The run to make, whose folder may hold the request already; by default a new one. */
  readonly runId?: string;
  /** Left out for a run that is to begin. */
  readonly goesOn?: GoesOn;
}

/** A run that goes on as it was asked for, and with what is said now. */
export interface GoesOn extends Steering {
  /** As its last session left it. */
  readonly stored: StoredRun;
  /** Settings that are given now; they hold from now on. */
  readonly given: GivenSettings;
}
