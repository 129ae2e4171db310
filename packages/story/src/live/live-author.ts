import { callNamed, type RunEvent } from "@llmch/contract";
import type { LiveAuthor, LiveDoing, LiveWork } from "./live-state.ts";

/**
 * The authors of an attempt that asks for several proposals in parallel, from the start of the second one until the first
 * proposal is judged. Empty if there is only one.
 * @param doing what the event says its author is doing; undefined if nothing
 */
export const advanceAuthors = (
  { authors, doing: before }: LiveWork,
  event: RunEvent,
  doing: LiveDoing | null | undefined,
): readonly LiveAuthor[] => {
  switch (event.type) {
    case "attempt_started":
    case "attempt_failed":
    case "candidates_judged":
    case "resumed":
      return [];
    case "step_started": {
      const { step, round = 1, candidate = 1 } = event;
      if (step !== "propose" || round > 1 || candidate === 1) return [];
      const known = authors.length > 0 ? authors : [{ candidate: 1, doing: before, proposed: null }];
      return [...known, { candidate, doing: null, proposed: null }];
    }
    default: {
      const whose = authorOf(event);
      const proposed = event.type === "step_finished" ? event.ok : null;
      return authors.map((author) => {
        if (author.candidate !== whose) return author;
        return { ...author, doing: doing === undefined ? author.doing : doing, proposed };
      });
    }
  }
};

/** The attempt's author that an event is about; null if it is not about a single one. */
export const authorOf = (event: RunEvent): number | null => {
  if ("key" in event) {
    const call = callNamed(event.key);
    return call?.kind === "order" && call.role.kind === "author" ? call.candidate : null;
  }
  switch (event.type) {
    case "step_finished":
      return event.step === "propose" ? (event.candidate ?? 1) : null;
    case "command_started":
    case "command_finished":
      return event.phase.startsWith("baseline") ? null : (event.candidate ?? 1);
    default:
      return null;
  }
};
