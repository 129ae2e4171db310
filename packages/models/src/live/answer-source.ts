import type { ModelReply, ModelRequest } from "@llmch/contract";
import type { Cost } from "../money/cost.ts";
import type { Charge } from "../money/meter.ts";
import type { Answer } from "../protocol/answer.ts";
import type { Cut } from "./cut-answer.ts";

/** The reply, where it came from, and what it cost. */
export interface Sourced {
  readonly reply: ModelReply;
  /** The provider: `openai`, `anthropic`, `compatible:NAME`, `local` or `replay`. */
  readonly provider: string;
  /** The last model asked, by its name in llmch. */
  readonly askedModel: string;
  readonly charge: Charge;
}

/** Called before every further request, with the reason, the pause, and the most that the question will then have taken. */
export type Retried = (reason: string, waitMs: number, atMost: Cost) => Promise<void>;

/** Called before a call whose answer may have fewer tokens than the settings say, because of a cap. */
export type Limited = (tokens: number, insteadOf: number, atMost: Cost) => Promise<void>;

/** The beginning of an answer. */
export interface Streamed {
  readonly text: string;
  readonly reasoning: string;
}

/** The caller of a question, notified of everything that happens until the answer arrives. */
export interface CallListener {
  readonly retried: Retried;
  readonly limited: Limited;
  /** Called with a warning for the user. */
  warned(message: string): Promise<void>;
  onReasoning(text: string): void;
  /** Called with the number of characters of the answer so far; restarts if the question is asked again. */
  onAnswering?(characters: number): void;
  /** What an earlier session of the run received, if it was cut. */
  readonly cutBefore: Cut | null;
  /** Keeps what had streamed of a call that broke off, or that we cut. */
  keepBroken(askedModel: string, streamed: Streamed): Promise<void>;
  /** Keeps a cut answer before anything else is asked. */
  keepCut(cut: Cut, answer: Answer, taken: Pick<Charge, "usage" | "costUsd">): Promise<void>;
}

/** A source of answers: a live server or a record. Several calls may be open at once. */
export type AnswerSource = (request: ModelRequest, listener: CallListener) => Promise<Sourced>;
