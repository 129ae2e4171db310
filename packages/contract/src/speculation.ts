import type { EventBody } from "./event.ts";

/** The folder in a run for a speculation's files. */
export const speculationFolder = (speculation: number): string => `speculation-${speculation}`;

/**
 * The events that count. Leaves out the events of a divided order's children, which are not its own steps, and those of speculations.
 * Model calls always stay: they were made, and may have been paid for. A run-all that begins anew, because its plan was rejected, keeps only
 * what was decided before: nothing was asked.
 */
export const eventsThatCount = <Event extends EventBody>(events: readonly Event[]): readonly Event[] => {
  const own = events.filter(
    ({ type, speculation, child }) => child === undefined && (speculation === undefined || FRAME.has(type)),
  );
  const anew = own.findLastIndex(({ type }) => type === "schedule_started");
  const before = own.slice(0, Math.max(0, anew)).filter(({ type }) => DECISIONS.has(type));
  return anew <= 0 ? own : [...own.slice(anew, anew + 1), ...before, ...own.slice(anew + 1)];
};

const DECISIONS: ReadonlySet<EventBody["type"]> = new Set(["decision_needed", "decided"]);

/** Events about the speculations themselves. */
const FRAME: ReadonlySet<EventBody["type"]> = new Set(["speculation_started", "speculation_ended"]);

/** The number of the next speculation of a run. */
export const nextSpeculation = (events: readonly EventBody[]): number =>
  1 + Math.max(0, ...events.map(({ speculation = 0 }) => speculation));
