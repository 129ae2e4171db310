import type { CommandPhase, FailureBrief, Objection, RunVerdict, Stage, Step, ToldNote } from "@llmch/contract";
import type { ExchangeStory, ProposalStory } from "./exchange.ts";
import type { Spending } from "./spending.ts";

export interface AttemptStory {
  /** Appears twice in a story if it broke off in an earlier session of the run and was repeated; the last one has the files. */
  readonly attempt: number;
  readonly max_attempts: number;
  readonly started_at: string;
  /** `stopped` from outside, or by the end of a session; `unfinished` if the journal ends in it. */
  readonly ending: "passed" | "failed" | "stopped" | "unfinished";
  readonly duration_ms: number | null;
  readonly steps: readonly StepStory[];
  /** The last question; the model may have asked for files before it. */
  readonly exchange: ExchangeStory | null;
  /** How the model looked around before it answered; null if it had no tools, or called none. */
  readonly tools: ToolStory | null;
  /** The action that the failure triggered, by the escalation table; null if no row fits. */
  readonly escalated: { readonly row: number; readonly do: string; readonly model: string | null } | null;
  /** The smaller orders that were carried out instead; none if it was not divided. */
  readonly children: readonly ChildStory[];
  /** The model's objections to the order instead of a proposal, turn by turn. */
  readonly objections: readonly Objection[];
  /** A reviewer's opinions of its proposals, round by round. */
  readonly reviews: readonly ReviewStory[];
  /** The model's last proposal; null if its answer was not a proposal. */
  readonly proposal: ProposalStory | null;
  /** Why each write was impossible or not allowed, in words. */
  readonly write_faults: readonly string[];
  /** The files of the work that commands made, or changed after the model. */
  readonly derived: readonly string[];
  readonly commands: readonly CommandStory[];
  /** Which gate refused the attempt, and why. */
  readonly brief: FailureBrief | null;
}

/** One of the orders that another one was divided into. */
export interface ChildStory {
  readonly order: string;
  readonly title: string;
  /** Null if it was not reached, or did not end. */
  readonly verdict: RunVerdict | null;
  readonly attempts: number;
  /** Which gate refused its last attempt. */
  readonly stage: Stage | null;
  readonly summary: string | null;
}

/** A reviewer's opinion of a proposal. */
export interface ReviewStory {
  /** Which proposal of the attempt, from 1. */
  readonly round: number;
  /** The model that gave it; null if its answer is not told. */
  readonly by: string | null;
  readonly summary: string | null;
  /** Why there is no review; null if there is one. */
  readonly fault: string | null;
  /** The most serious first, as the reviewer gave them. */
  readonly notes: readonly ReviewNoteStory[];
}

export interface ReviewNoteStory extends ToldNote {
  /** The sentence that it is based on. */
  readonly evidence: string | null;
  readonly command: string | null;
  /** Why it counts for less than the reviewer says, or what its command showed. */
  readonly because: string | null;
}

/** How an attempt's author looked around. */
export interface ToolStory {
  readonly turns: number;
  /** How often each tool was called, in order of the first call. */
  readonly calls: readonly { readonly tool: string; readonly count: number }[];
  /** What the turns took together. */
  readonly spent: Spending;
}

export interface StepStory {
  readonly step: Step;
  /** Which proposal of the attempt, from 1. */
  readonly round: number;
  readonly started_at: string;
  /** Null if it did not end. */
  readonly ok: boolean | null;
  readonly duration_ms: number | null;
  readonly detail: string | null;
}

export interface CommandStory {
  readonly phase: CommandPhase;
  /** Which proposal of the attempt it ran for, from 1. */
  readonly round: number;
  /** Counts from 0 within its phase. */
  readonly index: number;
  /** True if it was repeated on the same tree because it had failed. */
  readonly again: boolean;
  readonly command: string;
  /** Null if it did not end. */
  readonly ok: boolean | null;
  readonly exit_code: number | null;
  readonly duration_ms: number | null;
  /** Its output, at most the last 64 KB of each stream; a first line in brackets then says so. Null if there is no file. */
  readonly stdout: string | null;
  readonly stderr: string | null;
}

/** Why an attempt was refused. */
export type Brief = NonNullable<AttemptStory["brief"]>;
