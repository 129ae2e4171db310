import type { EventBody } from "./event.ts";

/** The folder in a run for a speculation's files. */
export const speculationFolder = (speculation: number): string => `speculation-${speculation}`;

/**
 * The events that count. Leaves out the events of a divided order's children, which are not its own steps, and those of speculations.
 * Model calls always stay: they were made, and may have been paid for.
 */
export const eventsThatCount = <Event extends EventBody>(events: readonly Event[]): readonly Event[] =>
  events.filter(
    ({ type, speculation, child }) => child === undefined && (speculation === undefined || FRAME.has(type)),
  );

/** Events about the speculations themselves. */
const FRAME: ReadonlySet<EventBody["type"]> = new Set(["speculation_started", "speculation_ended"]);

/** The number of the next speculation of a run. */
export const nextSpeculation = (events: readonly EventBody[]): number =>
  1 + Math.max(0, ...events.map(({ speculation = 0 }) => speculation));
