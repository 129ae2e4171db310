import type { RunEvent } from "@llmch/contract";

/**
 * The keys of questions that were asked ahead of an order's turn, by guess, and whose answers were not used: no request in its turn
 * was the same. For an order's run that has ended or broken off.
 */
export const droppedKeys = (events: readonly RunEvent[]): ReadonlySet<string> => {
  /** The key of a speculative answer that may still be used, by the plain key. */
  const open = new Map<string, string>();
  const used = new Map<string, string>();
  const dropped = new Set<string>();
  for (const event of events) {
    if (event.type !== "model_answered" && event.type !== "model_failed" && event.type !== "answer_reused") continue;
    const { key } = event;
    const ahead = AHEAD.exec(key);
    const plain = key.replace(AHEAD, "");
    if (event.type === "answer_reused") {
      const answer = open.get(plain);
      if (answer !== undefined && answer !== key) used.set(answer, key);
    } else if (ahead === null) open.delete(plain);
    else {
      if (event.type === "model_answered") open.set(plain, key);
      dropped.add(key);
    }
  }
  const counts = (key: string, seen: ReadonlySet<string> = new Set()): boolean => {
    if (!AHEAD.test(key)) return true;
    const by = used.get(key);
    return by !== undefined && !seen.has(key) && counts(by, new Set([...seen, key]));
  };
  return new Set([...dropped].filter((key) => !counts(key)));
};

const AHEAD = /\/speculation-[0-9]+$/;
