import type { EventBody } from "./event.ts";

/** The folder in a run for a speculation's files until it is adopted. */
export const speculationFolder = (speculation: number): string => `speculation-${speculation}`;

/**
 * The events that count. Leaves out the events of a divided order's children, which are not its own steps, and those of discarded
 * speculations. The events of adopted ones appear as if there had been no speculation. Model calls always stay: they were made, and may
 * have been paid for.
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

/** Events about the speculations themselves. */
const FRAME: ReadonlySet<EventBody["type"]> = new Set(["speculation_started", "speculation_ended"]);

/** The number of the next speculation of a run. */
export const nextSpeculation = (events: readonly EventBody[]): number =>
  1 + Math.max(0, ...events.map(({ speculation = 0 }) => speculation));
