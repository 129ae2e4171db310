import { eventsThatCount, type RunEvent } from "@llmch/contract";
import { readJournalLeniently } from "@llmch/contract/journals";
import type { Documents } from "./documents.ts";
import { MAX_JOURNAL_BYTES, type RecordedRun } from "./record.ts";

const EVENTS = "events.jsonl";

/** What can be understood of a run's journal. */
export interface ToldJournal {
  /** The events that count. */
  readonly events: readonly RunEvent[];
  /** All events, including those of speculations. */
  readonly all: readonly RunEvent[];
  /** True if a part of it was changed or lost. */
  readonly isDamaged: boolean;
}

/** Reads the journal. Adds its defects to the faults of the run's documents. */
export const toldJournal = (record: RecordedRun, documents: Documents): ToldJournal => {
  if (!documents.has(EVENTS)) {
    const isBlocked = record.others.some(({ path }) => path === EVENTS || path === "");
    if (!isBlocked) documents.fault(EVENTS, "it is missing");
    return { events: [], all: [], isDamaged: isBlocked || record.files.length > 0 };
  }
  const read = record.read(EVENTS, { from: "beginning", bytes: MAX_JOURNAL_BYTES });
  if (!read.ok) {
    documents.fault(EVENTS, read.issues[0]);
    return { events: [], all: [], isDamaged: true };
  }
  const { text, left_out: leftOut } = read.value;
  if (leftOut > 0)
    documents.fault(EVENTS, `only its first ${text.length} characters are read: it is larger than any of llmch's own`);
  const { events, faults } = readJournalLeniently(leftOut > 0 ? text.slice(0, text.lastIndexOf("\n") + 1) : text);
  for (const { kind, line, message } of faults) {
    documents.fault(EVENTS, kind === "other-format" ? `${message}, and shows what it knows of them` : message, line);
  }
  const foreign = events.find(({ run_id }) => run_id !== record.run_id);
  if (foreign !== undefined) documents.fault(EVENTS, `it is the journal of ${foreign.run_id}`, foreign.seq + 1);
  return {
    events: eventsThatCount(events),
    all: events,
    isDamaged: foreign !== undefined || faults.some(({ kind }) => kind === "damaged"),
  };
};

type Type = RunEvent["type"];
export type EventOf<Kind extends Type> = Extract<RunEvent, { readonly type: Kind }>;

/** The first event of a kind, or null. */
export const firstOf = <Kind extends Type>(events: readonly RunEvent[], type: Kind): EventOf<Kind> | null =>
  events.find((event): event is EventOf<Kind> => event.type === type) ?? null;

/** The last event of a kind, or null. */
export const lastOf = <Kind extends Type>(events: readonly RunEvent[], type: Kind): EventOf<Kind> | null =>
  events.findLast((event): event is EventOf<Kind> => event.type === type) ?? null;

/** Every event of a kind. */
export const allOf = <Kind extends Type>(events: readonly RunEvent[], type: Kind): readonly EventOf<Kind>[] =>
  events.filter((event): event is EventOf<Kind> => event.type === type);

/** Cuts events into pieces, each of which begins with an event of the kind. Leaves out what comes before the first. */
export const piecesAt = <Kind extends Type>(
  events: readonly RunEvent[],
  type: Kind,
): readonly { readonly first: EventOf<Kind>; readonly events: readonly RunEvent[] }[] => {
  const isFirst = (event: RunEvent): event is EventOf<Kind> => event.type === type;
  const pieces: { first: EventOf<Kind>; events: RunEvent[] }[] = [];
  for (const event of events) {
    if (isFirst(event)) pieces.push({ first: event, events: [event] });
    else pieces.at(-1)?.events.push(event);
  }
  return pieces;
};
