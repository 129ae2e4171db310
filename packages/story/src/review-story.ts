import { callNamed, isChildId, type Round, type RunEvent, reviewFolder } from "@llmch/contract";
import { type JsonObject, objectsMember, textMember } from "@llmch/text";
import type { Documents } from "./documents.ts";
import { allOf } from "./journal.ts";
import type { ReviewStory } from "./stories/attempt.ts";

/** The reviews of an attempt, round by round, from its events only. */
export const reviewsTold = (events: readonly RunEvent[]): readonly ReviewStory[] =>
  allOf(events, "reviewed").map(({ round, notes, fault = null }) => ({
    round,
    by: reviewerOf(events, round),
    summary: null,
    fault,
    notes: notes.map((note) => ({ ...note, evidence: null, command: null, because: null })),
  }));

const reviewerOf = (events: readonly RunEvent[], round: number): string | null => {
  const answer = allOf(events, "model_answered").findLast(({ key }) => {
    const role = callNamed(key)?.role;
    return role?.kind === "review" && role.round === round;
  });
  return answer?.asked_model ?? answer?.model ?? null;
};

/** The same with the contents of their documents. */
export const reviewsKept = (at: Round, reviews: readonly ReviewStory[], documents: Documents): readonly ReviewStory[] =>
  reviews.map((review) => {
    const document = documents.object(`${reviewFolder({ ...at, round: review.round })}/review.json`);
    const notes = objectsMember(document, "notes");
    return {
      ...review,
      summary: textMember(document, "summary"),
      notes: review.notes.map((note, index) => ({ ...note, ...detailsIn(notes[index] ?? {}) })),
    };
  });

const detailsIn = (note: JsonObject) => ({
  evidence: textMember(note, "evidence"),
  command: textMember(note, "command"),
  because: textMember(note, "lowered") ?? textMember(note, "shown"),
});

/** The events of an attempt without the questions of its reviews, its division, its children and a later revision. */
export const ofAuthor = (events: readonly RunEvent[]): readonly RunEvent[] =>
  events.filter((event) => !("key" in event) || isAuthors(event.key));

const isAuthors = (key: string): boolean => {
  const call = callNamed(key);
  return call === null || (call.kind === "order" && call.role.kind === "author" && !isChildId(call.order));
};
