import type { ReviewedBy } from "@llmch/contract";
import type { DecisionStory } from "./decisions.ts";
import type { RunStory } from "./stories/run.ts";
import type { ScheduledOrder } from "./stories/schedule.ts";

/** An order with who reviewed its work: models that gave a review, people who were asked whether it lands. What each said last counts. */
export const withReviewers = (order: ScheduledOrder, ofRun: readonly DecisionStory[]): ScheduledOrder => {
  const last = new Map<string, ReviewedBy>();
  for (const { by, notes, fault } of order.story?.attempts.flatMap(({ reviews }) => reviews) ?? []) {
    const decision = notes.some(({ standing }) => standing === "blocks") ? "reject" : "approve";
    if (fault === null) last.set(`model ${by}`, { by: by ?? "a model", is: "model", decision });
  }
  for (const { id, kind, decided } of [...ofRun, ...(order.story?.decisions ?? [])]) {
    const [by, decision] = [decided?.by.user ?? "", decided?.decision ?? "answer"];
    if (id !== order.order || kind !== "orders" || decision === "answer") continue;
    last.set(`person ${by}`, { by, is: "person", decision });
  }
  return last.size === 0 ? order : { ...order, reviewed: [...last.values()] };
};

/** `WO-01, WO-02: gpt-5.2 (model) approved; WO-03: ann (person) rejected`; null if none was reviewed. The names are as recorded. */
export const reviewedInWords = (story: RunStory): string | null => {
  const orders = story.kind === "build" ? story.windows.flatMap((window) => window.orders) : [];
  const all = story.kind === "run-all" ? story.orders.map(({ order, ...each }) => ({ id: order, ...each })) : orders;
  const groups = new Map<string, string[]>();
  for (const { id, reviewed = [] } of all) {
    const words = reviewed.map(({ by, is, decision }) => `${by} (${is}) ${DONE[decision]}`).join(", ");
    if (words !== "") groups.set(words, [...(groups.get(words) ?? []), id]);
  }
  return groups.size === 0 ? null : [...groups].map(([words, ids]) => `${ids.join(", ")}: ${words}`).join("; ");
};

const DONE = { approve: "approved", reject: "rejected" } as const;
