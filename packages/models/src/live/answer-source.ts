import type { ModelReply, ModelRequest } from "@llmch/contract";
import type { Claim } from "../money/claim.ts";
import type { Cost } from "../money/cost.ts";
import type { Charge } from "../money/meter.ts";
import type { CutAnswer } from "./cut-answer.ts";

/** What came back, from whom, and what it took. */
export interface Sourced {
  readonly reply: ModelReply;
  /** Who served it: `openai`, `anthropic`, `compatible:NAME`, `local` or `replay`. */
  readonly provider: string;
  /** The model that was asked last, by its name in llmch. */
  readonly askedModel: string;
  readonly charge: Charge;
}

/** Told of every further request before it is made: why, after what pause, and the most that the question has then taken. */
export type Retried = (reason: string, waitMs: number, atMost: Cost) => Promise<void>;

/** Told before a call whose answer may have fewer tokens than the settings say, for a cap binds. */
export type Limited = (tokens: number, insteadOf: number, atMost: Cost) => Promise<void>;

/** Who asks, and is told of what happens until the answer is there. */
export interface CallListener {
  /** The order that asks; undefined if there is one alone. */
  readonly claim?: Claim | undefined;
  readonly retried: Retried;
  readonly limited: Limited;
  /** Told of what the user should know. */
  warned(message: string): Promise<void>;
  onReasoning(text: string): void;
  /** Told how many characters of the answer have come so far; from the beginning again if it is asked once more. */
  onAnswering?(characters: number): void;
  /** The answer that an earlier session of the run was given, where it was cut. */
  readonly cutBefore: CutAnswer | null;
  /** Keeps a cut answer, before anything else is asked. */
  keepCut(cut: CutAnswer, taken: Pick<Charge, "usage" | "costUsd">): Promise<void>;
}

/** Where answers come from: a live server or a record. Several calls may be open at once. */
export type AnswerSource = (request: ModelRequest, listener: CallListener) => Promise<Sourced>;
