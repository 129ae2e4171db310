import type { ModelReply, ModelRequest } from "@llmch/contract";
import type { Charge } from "../money/meter.ts";

/** What came back, from whom, and what it took. */
export interface Sourced {
  readonly reply: ModelReply;
  /** Who served it: `openai`, `anthropic`, `compatible:NAME`, `local` or `replay`. */
  readonly provider: string;
  /** The model that was asked last, by its name in llmch. */
  readonly askedModel: string;
  readonly charge: Charge;
}

/** Where answers come from: a live server or a record. `retried` is told of every further request and why it is made. */
export type AnswerSource = (
  request: ModelRequest,
  retried: (reason: string, waitMs: number) => Promise<void>,
) => Promise<Sourced>;
