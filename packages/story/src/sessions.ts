/** The fields of an event that show how long a run took. */
export interface TimedEvent {
  readonly type: string;
  readonly ts: string;
  readonly duration_ms?: number | null;
}

/** The events of each process that worked on a run, one process after the other. */
const sessionsOf = (events: readonly TimedEvent[]): readonly (readonly TimedEvent[])[] => {
  const sessions: TimedEvent[][] = [[]];
  for (const event of events) {
    if (event.type === "resumed") sessions.push([]);
    sessions.at(-1)?.push(event);
  }
  return sessions;
};

/**
 * How long a run took, over all of its sessions: as each recorded it at its end, else by the times of its events.
 * @param parts the events of runs that belong to it, such as those of a run-all's orders
 */
export const timeSpent = (events: readonly TimedEvent[], parts: readonly TimedEvent[] = []): number => {
  const sessions = sessionsOf(events);
  const partTimes = parts.map(timeOf);
  return sessions.reduce((total, session, index) => {
    const next = sessions[index + 1]?.[0];
    const end = next === undefined ? Number.POSITIVE_INFINITY : timeOf(next);
    return total + durationOf(session, (time) => partTimes.filter((each) => each >= time && each < end));
  }, 0);
};

const durationOf = (session: readonly TimedEvent[], partsSince: (time: number) => readonly number[]): number => {
  const finished = session.findLast(({ type }) => type === "run_finished");
  if (finished?.duration_ms != null) return Math.max(0, finished.duration_ms);
  const [first] = session;
  const last = session.at(-1);
  if (first === undefined || last === undefined) return 0;
  const begun = timeOf(first);
  const ended = partsSince(begun).reduce((latest, time) => Math.max(latest, time), timeOf(last));
  const span = ended - begun;
  return Number.isFinite(span) && span > 0 ? span : 0;
};

const timeOf = ({ ts }: TimedEvent): number => Date.parse(ts);
