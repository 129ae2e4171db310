import { accepted, type JsonObject, type Result, rejected } from "@llmch/text";
import type { RunEvent } from "./event.ts";
import * as validator from "./generated/event-validator.js";
import { type JournalLine, type LineFault, walkJournal } from "./journal-lines.ts";
import { judge } from "./schema-judge.ts";
import { eventsThatCount } from "./speculation.ts";

/** The readable events of a run. */
export interface Journal {
  /** Without the events of discarded speculations and of a divided order's children. */
  readonly events: readonly RunEvent[];
  /** All events. */
  readonly all: readonly RunEvent[];
  /** The checksum of the last whole line, which the next line continues. */
  readonly checksum: string;
}

/** Why a journal is unusable. */
export interface JournalFault {
  readonly kind: "empty" | "other-format" | "damaged";
  readonly message: string;
  /** Counts from 1. */
  readonly line: number;
}

/**
 * Reads `events.jsonl` to continue it. Skips a torn last line. Any other line with a wrong checksum, number or shape is a fault, and so is
 * another format than this version's.
 */
export const readJournal = (text: string): Result<Journal, JournalFault> => {
  const events: RunEvent[] = [];
  let last: JournalLine | null = null;
  let unfit: JournalFault | null = null;
  walkJournal(text, judgeEvent, (read) => {
    // Only text after the last newline can be torn, and nothing acted on a torn line.
    if (read.fault?.kind === "torn") return false;
    if (read.fault !== null) unfit = asJournalFault(read.fault, read.line);
    if (read.event !== null) events.push(read.event);
    last = read;
    return read.fault === null;
  });
  return unfit === null ? journalOf(events, last) : rejected(unfit);
};

const journalOf = (events: readonly RunEvent[], last: JournalLine | null): Result<Journal, JournalFault> =>
  last === null || events.length === 0
    ? rejected({ kind: "empty", message: "it holds no event", line: 1 })
    : accepted({ events: eventsThatCount(events), all: events, checksum: last.checksum });

const asJournalFault = ({ kind, message }: LineFault, line: number): JournalFault => ({
  kind: kind === "unknown-event" || kind === "torn" ? "damaged" : kind,
  message,
  line,
});

/** What can be read of a journal, and what is wrong with the other lines. */
interface LenientJournal {
  readonly events: readonly RunEvent[];
  readonly faults: readonly (LineFault & { readonly line: number })[];
}

/** A file with more faulty lines is not a journal, and is not read to its end. */
const MAX_FAULTS = 100;

/**
 * Reads `events.jsonl` to show it: returns every readable event, whatever the text is. A line with a wrong checksum or number is reported
 * and still shown.
 */
export const readJournalLeniently = (text: string): LenientJournal => {
  const events: RunEvent[] = [];
  const faults: LenientJournal["faults"][number][] = [];
  walkJournal(text, judgeEvent, ({ line, event, fault }) => {
    if (faults.length === MAX_FAULTS) {
      faults.push({ kind: "damaged", message: "too much of it does not fit: the rest is passed over", line });
      return false;
    }
    if (event !== null) events.push(event);
    if (fault !== null) faults.push({ ...fault, line });
    return true;
  });
  return { events, faults };
};

/** Judges a line of a journal, without its checksum. */
export const judgeEvent = (body: JsonObject): Result<RunEvent, LineFault> => {
  const judged = judge<RunEvent>(validator.event, body);
  if (judged.ok) return judged;
  // The validator chooses the shape by the event's `type`, and finds none for an unknown type.
  if (validator.event.errors?.[0]?.params?.error !== "mapping")
    return rejected({ kind: "damaged", message: `it is not an event: ${judged.issues[0]}` });
  const message = `it has an event of the type ${JSON.stringify(body.type)}, which this version does not know`;
  return rejected({ kind: "unknown-event", message });
};
