import { EVENT_FORMAT, type RunEvent } from "./event.ts";
import * as validator from "./generated/event-validator.js";
import { checksumOf, JOURNAL_START } from "./journal-line.ts";
import { readJson } from "./json-reader.ts";
import { isJsonObject, type JsonValue } from "./json-value.ts";
import { accepted, type Result, rejected } from "./result.ts";
import { judge } from "./schema-judge.ts";

const SEALED_LINE = /^(.*),"checksum":"([0-9a-f]{16})"\}$/s;

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
 * Reads `events.jsonl`. A last line that a crash tore is passed over; any other line that does not fit, by checksum,
 * sequence or shape, is a fault, and so is a format that is not this version's.
 */
export const readJournal = (text: string): Result<Journal, JournalFault> => {
  const lines = text.split("\n");
  const events: RunEvent[] = [];
  let checksum = JOURNAL_START;
  let wholeLength = 0;
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    if (isLast && line === "") break;
    if (index === 0) {
      const foreign = foreignFormat(line);
      if (foreign !== null) return rejected(foreign);
    }
    const read = readLine(line, checksum, index);
    // Only what comes after the last newline can be torn; and what was torn was never acted upon.
    if (isLast) break;
    if (!read.ok) return rejected({ kind: "damaged", message: read.issues[0], line: index + 1 });
    events.push(read.value.event);
    checksum = read.value.checksum;
    wholeLength += line.length + 1;
  }
  if (events.length === 0) return rejected({ kind: "empty", message: "it holds no event", line: 1 });
  return accepted({ events, checksum, wholeLength });
};

const readLine = (
  line: string,
  before: string,
  seq: number,
): Result<{ readonly event: RunEvent; readonly checksum: string }, string> => {
  const [, head = "", checksum = ""] = SEALED_LINE.exec(line) ?? [];
  const json = `${head}}`;
  if (checksum === "") return rejected("it has no checksum");
  if (checksumOf(json, before) !== checksum)
    return rejected("its checksum does not fit: it was changed, or a line before it");
  const event = eventOf(json);
  if (!event.ok) return event;
  return event.value.seq === seq
    ? accepted({ event: event.value, checksum })
    : rejected(`it has the number ${event.value.seq}`);
};

const eventOf = (json: string): Result<RunEvent, string> => {
  const document = readJson(json);
  return document.ok ? judge<RunEvent>(validator.event, document.value) : rejected(document.issues[0].message);
};

/** Every journal's first event names its format; what wrote none, or another one, is not ours to read. */
const foreignFormat = (line: string): JournalFault | null => {
  const document = readJson(line);
  if (!document.ok) return null;
  const format = formatOf(document.value);
  if (format === EVENT_FORMAT) return null;
  const named = format === null ? "no format" : `format ${format}`;
  const message = `its events have ${named}, this version reads format ${EVENT_FORMAT}`;
  return { kind: format !== null && format > EVENT_FORMAT ? "newer-format" : "older-format", message, line: 1 };
};

/** The version that a journal's first event names, or null. */
export const formatOf = (value: JsonValue): number | null =>
  isJsonObject(value) && typeof value.format === "number" ? value.format : null;
