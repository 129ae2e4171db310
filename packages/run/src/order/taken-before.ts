import type { Taken } from "@llmch/agent";
import { callNamed, isChildId, type RunEvent } from "@llmch/contract";

/** What an author's turns with tools used in an order's attempts before the given one, according to its journal. */
export const takenBefore = (events: readonly RunEvent[], attempt: number): Taken => {
  const isBefore = (key: string): boolean => {
    const call = callNamed(key);
    if (call?.kind !== "order" || isChildId(call.order)) return false;
    return call.role.kind === "author" && call.attempt < attempt;
  };
  const calls = events.filter((event) => event.type === "tool_called").filter(({ key }) => isBefore(key));
  const turns = new Set(calls.map(({ key }) => key));
  let tokens = 0;
  for (const event of events) {
    if (event.type !== "model_answered" || !turns.has(event.key)) continue;
    tokens += (event.usage?.input_tokens ?? 0) + (event.usage?.output_tokens ?? 0);
  }
  return { turns: turns.size, tokens };
};
