import type { RunEvent } from "./event.ts";
import * as validator from "./generated/event-validator.js";
import { JOURNAL_START } from "./journal-line.ts";
import { journalLines, type LineFault } from "./journal-lines.ts";
import type { JsonObject } from "./json-value.ts";
import { accepted, type Result, rejected } from "./result.ts";
import { judge } from "./schema-judge.ts";

/** A run's events, as far as they are whole. */
export interface Journal {
  readonly events: readonly RunEvent[];
  /** The checksum of the last whole line: what the next one goes on from. */
  readonly checksum: string;
  /** Characters of the text that are whole; a line that a crash cut off comes after. */
  readonly wholeLength: number;
}

/** Why a journal cannot be used. */
export interface JournalFault {
  readonly kind: "empty" | "older-format" | "newer-format" | "damaged";
  readonly message: string;
  /** Counts from 1. */
  readonly line: number;
}

/**
 * Reads `events.jsonl` to go on with it. A last line that a crash tore is passed over; any other line that does not fit, by
 * checksum, number or shape, is a fault, and so is a format that is not this version's.
 */
export const readJournal = (text: string): Result<Journal, JournalFault> => {
  const events: RunEvent[] = [];
  let [checksum, wholeLength] = [JOURNAL_START, 0];
  for (const { fault, event, ...read } of journalLines(text, judgeEvent)) {
    // Only what comes after the last newline can be torn; and what was torn was never acted upon.
    if (fault?.kind === "torn") break;
    if (fault !== null) {
      const kind = fault.kind === "unknown-event" ? "damaged" : fault.kind;
      return rejected({ kind, message: fault.message, line: read.line });
    }
    if (event !== null) events.push(event);
    checksum = read.checksum;
    wholeLength = read.end;
  }
  if (events.length === 0) return rejected({ kind: "empty", message: "it holds no event", line: 1 });
  return accepted({ events, checksum, wholeLength });
};

/** What of a journal can be understood, and what stands in the way of the rest, by its lines. */
export interface LenientJournal {
  readonly events: readonly RunEvent[];
  readonly faults: readonly (LineFault & { readonly line: number })[];
}

/** What holds more lines that do not fit is no journal, and is not read to its end. */
const MAX_FAULTS = 100;

/**
 * Reads `events.jsonl` to show it: its events are those that can be understood, whatever the text is. A line whose checksum
 * or number does not fit is told and shown.
 */
export const readJournalLeniently = (text: string): LenientJournal => {
  const events: RunEvent[] = [];
  const faults: LenientJournal["faults"][number][] = [];
  for (const { line, event, fault } of journalLines(text, judgeEvent)) {
    if (faults.length === MAX_FAULTS) {
      faults.push({ kind: "damaged", message: "too much of it does not fit: the rest is passed over", line });
      break;
    }
    if (event !== null) events.push(event);
    if (fault !== null) faults.push({ ...fault, line });
  }
  return { events, faults };
};

const judgeEvent = (body: JsonObject): Result<RunEvent, LineFault> => {
  const judged = judge<RunEvent>(validator.event, body);
  if (judged.ok) return judged;
  // The validator looks for the shape that belongs to the event's `type`: it finds none for one that it does not know.
  if (validator.event.errors?.[0]?.params?.error !== "mapping")
    return rejected({ kind: "damaged", message: `it is no event: ${judged.issues[0]}` });
  const message = `it tells of ${JSON.stringify(body.type)}, which this version does not know`;
  return rejected({ kind: "unknown-event", message });
};
