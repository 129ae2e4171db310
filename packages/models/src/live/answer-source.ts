import type { ModelReply, ModelRequest } from "@llmch/contract";

/** Where answers come from: a live server or a record. `retried` is told of every further request and why it is made. */
export type AnswerSource = (
  request: ModelRequest,
  retried: (reason: string, waitMs: number) => Promise<void>,
) => Promise<ModelReply>;
