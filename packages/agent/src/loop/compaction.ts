import type { RequestMessage } from "@llmch/contract";
import type { Limits } from "../conversation.ts";
import type { ToldResult } from "../output/told-result.ts";
import { estimatedTokens, messagesOf, type PastTurn } from "./transcript.ts";

/** The latest turns stay as they are. */
const KEPT_TURNS = 4;
/** Results are shortened until so much of the share is left, so that caches serve several turns before the next time. */
const LEFT = 0.6;
/** A shorter result would not become shorter. */
const LEAST_BYTES = 200;

/**
 * Shortens the results of the earliest turns to a line each if a conversation takes more than its share of the model's context. A
 * rule decides and no model, so that a replay asks the same. The same turns if nothing is to be shortened.
 */
export const compacted = (
  opening: readonly RequestMessage[],
  turns: readonly PastTurn[],
  { contextTokens, compactShare }: Pick<Limits, "contextTokens" | "compactShare">,
): readonly PastTurn[] => {
  const most = contextTokens * compactShare;
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

/** What the call was stands right before it. */
const shortResult = ({ tool, ok, bytes, message: { role, callId = "" } }: ToldResult): ToldResult => ({
  ...{ tool, ok, bytes: 0 },
  message: {
    ...{ role, callId },
    content: `[shortened: ${tool}, ${grouped(bytes)} bytes; call it again if you need it]`,
  },
});

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
