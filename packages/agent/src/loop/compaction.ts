import type { RequestMessage } from "@llmch/contract";
import type { Limits } from "../conversation.ts";
import type { ToldResult } from "../output/told-result.ts";
import { estimatedTokens, messagesOf, type PastTurn } from "./transcript.ts";

/** Beyond this share of the context, the results of early turns are shortened. The rest is for the answer. */
const SHARE = 0.7;
/** The latest turns are never shortened. */
const KEPT_TURNS = 4;
/** Results are shortened down to this part of the share, so that caches serve several turns before the next time. */
const LEFT = 0.6;
/** Results below this size would not get any shorter. */
const LEAST_BYTES = 200;

/**
 * Shortens the results of the earliest turns to a line each if a conversation exceeds its share of the model's context. A fixed
 * rule decides, not a model, so that a replay asks the same. Returns the same turns if there is nothing to shorten.
 */
export const compacted = (
  opening: readonly RequestMessage[],
  turns: readonly PastTurn[],
  { contextTokens }: Pick<Limits, "contextTokens">,
): readonly PastTurn[] => {
  const most = contextTokens * SHARE;
  let shortened = turns;
  if (estimatedTokens(messagesOf(opening, turns)) <= most) return turns;
  for (let index = 0; index < turns.length - KEPT_TURNS; index++) {
    const turn = turns[index];
    if (turn === undefined || !turn.results.some(isLong)) continue;
    const results = turn.results.map((result) => (isLong(result) ? shortResult(result) : result));
    shortened = shortened.with(index, { ...turn, results });
    if (estimatedTokens(messagesOf(opening, shortened)) <= most * LEFT) break;
  }
  return shortened;
};

const isLong = ({ bytes }: ToldResult): boolean => bytes >= LEAST_BYTES;

/** The call itself comes right before it. */
const shortResult = ({ tool, ok, bytes, message: { role, callId = "" } }: ToldResult): ToldResult => ({
  ...{ tool, ok, bytes: 0 },
  message: {
    ...{ role, callId },
    content: `[shortened: ${tool}, ${grouped(bytes)} bytes; call it again if you need it]`,
  },
});

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
