import type { Decided, Need, RunEvent } from "@llmch/contract";

/** Something that a run asked a person, and what came of it. */
export interface DecisionStory extends Pick<Need, "id" | "kind" | "what" | "sha256" | "shown"> {
  /** The work of an order that would land; left out if it is about none. */
  readonly work?: { readonly base: string; readonly tree: string };
  /** Null if nobody has decided it. */
  readonly decided: Pick<Decided, "decision" | "text" | "by" | "at"> | null;
}

/** What people were asked to decide, in the order in which it came up. */
export const decisionStories = (events: readonly RunEvent[]): readonly DecisionStory[] =>
  events.flatMap((event) => {
    if (event.type !== "decision_needed") return [];
    const { id, of: kind, what, sha256, shown, work } = event;
    const decided = events.find(
      (each) => each.type === "decided" && each.id === id && each.of === kind && each.sha256 === sha256,
    );
    const read = { ...(shown === undefined ? {} : { shown }), ...(work === undefined ? {} : { work }) };
    return [{ id, kind, what, sha256, ...read, decided: decided?.type === "decided" ? decided : null }];
  });

/** `WO-01: ann rejected it at the terminal: "Keep the old name."`. The texts are as recorded. */
export const decisionInWords = ({ id, what, decided }: Pick<DecisionStory, "id" | "what" | "decided">): string => {
  if (decided === null) return `${id}: ${what}`;
  const { decision, text, by } = decided;
  const through = by.client === null ? THROUGH[by.through] : `through ${by.client}`;
  return `${id}: ${by.user} ${DONE[decision]} it ${through}${text === null || text === "" ? "" : `: "${text}"`}`;
};

const DONE = { approve: "approved", reject: "rejected", answer: "answered" } as const;
const THROUGH = {
  terminal: "at the terminal",
  command: "by command",
  program: "by a program",
  mcp: "through MCP",
  acp: "through ACP",
  page: "on the page",
} as const;
