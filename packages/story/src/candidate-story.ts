import { callNamed, type RunEvent, settledCandidate } from "@llmch/contract";
import { lastOf } from "./journal.ts";
import type { CandidatesStory } from "./story.ts";

/** The outcome of an attempt's candidates, from its events; null if there was only one, or the attempt did not get that far. */
export const candidatesStory = (events: readonly RunEvent[]): CandidatesStory | null => {
  const judged = lastOf(events, "candidates_judged");
  if (judged === null) return null;
  const { of, candidate, brief_of, ends } = judged;
  return { of, candidate, brief_of, ends };
};

/** The candidate that an attempt settled on, and the events about it or about the whole attempt. */
export const ofSettled = (
  events: readonly RunEvent[],
  attempt: number,
): { readonly candidate: number; readonly events: readonly RunEvent[] } => {
  const candidate = settledCandidate(events, attempt);
  return { candidate, events: events.filter((event) => (candidateOf(event) ?? candidate) === candidate) };
};

/** Null for an event about the whole attempt. */
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
