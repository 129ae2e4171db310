import { designInWords, type RunEvent } from "@llmch/contract";
import { lastOf } from "./journal.ts";
import { questionsOf } from "./questions.ts";
import { spentTogether } from "./spending.ts";
import { spendingInWords } from "./spending-words.ts";
import type { DesignStory } from "./stories/head.ts";

/** What a run records of its design; nothing for a run without one. */
export const designStory = (events: readonly RunEvent[], isRunning: boolean): { readonly design?: DesignStory } => {
  const questions = questionsOf(events, isRunning).filter(({ key }) => key.startsWith("design/"));
  const spending = spentTogether(questions.map((each) => each.spending));
  const none = lastOf(events, "undesigned");
  if (none !== null) return { design: { says: null, attempts: null, why: none.why, spending } };
  const made = lastOf(events, "designed");
  if (made === null) return {};
  const { modules, interfaces, names, decisions, attempts } = made;
  return { design: { says: { modules, interfaces, names, decisions }, attempts, why: null, spending } };
};

/** The same in one line. */
export const designLine = ({ says, attempts, why, spending }: DesignStory): string => {
  if (says === null) return `none: ${why ?? ""}`;
  const whence = attempts === 0 ? ["it lay beside the orders"] : spendingInWords(spending);
  return [designInWords(says), ...whence].join(", ");
};
