import { callNamed, type RunEvent } from "@llmch/contract";
import { countsOf } from "@llmch/text";
import { allOf } from "./journal.ts";
import { spendingOf, spentTogether } from "./spending.ts";
import type { ToolStory } from "./stories/attempt.ts";

/** From the events of an attempt; null if no tool was called. */
export const toolStory = (events: readonly RunEvent[]): ToolStory | null => {
  const called = allOf(events, "tool_called").filter(({ key }) => callNamed(key)?.role.kind === "author");
  if (called.length === 0) return null;
  const counts = countsOf(called.map(({ tool }) => tool));
  return {
    turns: new Set(called.map(({ key }) => key)).size,
    calls: [...counts].map(([tool, count]) => ({ tool, count })),
    spent: spentTogether(allOf(events, "model_answered").map(spendingOf)),
  };
};
