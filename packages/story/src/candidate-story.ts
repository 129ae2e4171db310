import { callNamed, type RunEvent, settledCandidate } from "@llmch/contract";
import { lastOf } from "./journal.ts";
import type { CandidatesStory } from "./story.ts";

/** What became of an attempt's candidates, by its events; null if there was only one, or the attempt did not come so far. */
export const candidatesStory = (events: readonly RunEvent[]): CandidatesStory | null => {
  const judged = lastOf(events, "candidates_judged");
  if (judged === null) return null;
  const { of, candidate, brief_of, ends } = judged;
  return { of, candidate, brief_of, ends };
};

/** The candidate that an attempt came to, and the events that are about it or about the attempt. */
export const ofSettled = (
  events: readonly RunEvent[],
  attempt: number,
): { readonly candidate: number; readonly events: readonly RunEvent[] } => {
  const candidate = settledCandidate(events, attempt);
  return { candidate, events: events.filter((event) => (candidateOf(event) ?? candidate) === candidate) };
};

/** Null for what is about the whole attempt. */
const candidateOf = (event: RunEvent): number | null => {
  if ("key" in event) return callNamed(event.key)?.candidate ?? null;
  switch (event.type) {
    case "step_started":
    case "step_finished":
      return event.step === "finalize" ? null : (event.candidate ?? 1);
    case "command_started":
    case "command_finished":
    case "objected":
    case "reviewed":
      return event.candidate ?? 1;
    default:
      return null;
  }
};
