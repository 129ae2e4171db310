import type { EventBody } from "./event.ts";

/** Where a speculation's files lie in its run until it is adopted. */
export const speculationFolder = (speculation: number): string => `speculation-${speculation}`;

/**
 * The events that count. Those of children of a divided order are left out: they are no steps of its own. So are those of speculations
 * that came to nothing; those of adopted ones are told as if they had been none. Questions stand in any case: they were asked, and
 * may have been paid for.
 */
export const eventsThatCount = <Event extends EventBody>(events: readonly Event[]): readonly Event[] => {
  if (events.every(({ speculation, child }) => speculation === undefined && child === undefined)) return events;
  const adopted = new Set(
    events.flatMap((event) => (event.type === "speculation_ended" && event.adopted ? [event.speculation] : [])),
  );
  return events.flatMap((event): readonly Event[] => {
    if (event.child !== undefined) return [];
    if (event.speculation === undefined || FRAME.has(event.type)) return [event];
    if (!adopted.has(event.speculation)) return [];
    return [{ ...event, speculation: undefined }];
  });
};

/** What tells of the speculations themselves. */
const FRAME: ReadonlySet<EventBody["type"]> = new Set(["speculation_started", "speculation_ended"]);

/** The number of the next speculation of a run. */
export const nextSpeculation = (events: readonly EventBody[]): number =>
  1 + Math.max(0, ...events.map(({ speculation = 0 }) => speculation));
