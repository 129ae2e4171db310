import {
  accepted,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  type Result,
  readJson,
  rejected,
} from "@llmch/text";
import { EVENT_FORMAT, type RunEvent } from "./event.ts";
import { checksumOf, JOURNAL_START } from "./journal-line.ts";

/** What is wrong with a line of a journal. */
export interface LineFault {
  readonly kind: "torn" | "damaged" | "unknown-event" | "other-format";
  readonly message: string;
}

/** What can be read of a journal's line. */
export interface JournalLine {
  /** Counts from 1. */
  readonly line: number;
  /** Null if the line has no event. A faulty line may still have one. */
  readonly event: RunEvent | null;
  /** The checksum that the line states. The next line's checksum builds on it, so a damaged line does not invalidate those after it. */
  readonly checksum: string;
  readonly fault: LineFault | null;
}

/**
 * Goes through `events.jsonl`: each line's event, and what is wrong with the line. Never throws, whatever the text is.
 * @param judge returns the object's event, or why it is not one
 * @param take receives each line; false stops the reading
 */
export const walkJournal = (
  text: string,
  judge: (body: JsonObject) => Result<RunEvent, LineFault>,
  take: (line: JournalLine) => boolean,
): void => {
  const next = journalLines(text, judge);
  for (let line = next(); line !== null && take(line); ) line = next();
};

/** Returns one line after the other; null after the last. */
const journalLines = (
  text: string,
  judge: (body: JsonObject) => Result<RunEvent, LineFault>,
): (() => JournalLine | null) => {
  let [line, at, before, expected] = [0, 0, JOURNAL_START, 0];
  let foreign: LineFault | null = null;
  const whole = (read: string): JournalLine => {
    const object = objectOf(read);
    if (line === 1 && object.ok) foreign = formatFault(object.value);
    const { checksum: claimed, ...body } = object.ok ? object.value : {};
    const judged = object.ok ? judge(body) : object;
    const event = judged.ok ? judged.value : null;
    const own =
      (object.ok ? sealFault(read, claimed, before) : null) ??
      (judged.ok ? numberFault(judged.value.seq, expected) : judged.issues[0]);
    // If the journal has another format, that is the only fault, and is reported once.
    const fault = foreign === null || line === 1 ? (foreign ?? own) : null;
    before = typeof claimed === "string" ? claimed : before;
    // Missing lines are also reported once, not for every line that follows.
    expected = (event?.seq ?? expected) + 1;
    return { line, event, checksum: before, fault };
  };
  return () => {
    if (at === text.length) return null;
    line++;
    const from = at;
    const newline = text.indexOf("\n", from);
    at = newline === -1 ? text.length : newline + 1;
    return newline === -1 ? { line, event: null, checksum: before, fault: TORN } : whole(text.slice(from, newline));
  };
};

const TORN = { kind: "torn", message: "it was cut off as it was being written" } as const;

const objectOf = (line: string): Result<JsonObject, LineFault> => {
  const document = readJson(line);
  if (!document.ok) return rejected(damage(`it is not JSON: ${document.issues[0].message}`));
  return isJsonObject(document.value) ? accepted(document.value) : rejected(damage("it is not a JSON object"));
};

const damage = (message: string): LineFault => ({ kind: "damaged", message });

const sealFault = (line: string, claimed: JsonValue | undefined, before: string): LineFault | null => {
  const end = `,"checksum":"${String(claimed)}"}`;
  if (claimed === undefined || !line.endsWith(end)) return damage("it has no checksum");
  return checksumOf(`${line.slice(0, -end.length)}}`, before) === claimed
    ? null
    : damage("its checksum does not fit: it was changed, or a line before it");
};

const numberFault = (seq: number, expected: number): LineFault | null =>
  seq === expected ? null : damage(`it has the number ${seq}: lines before it are missing, or there are too many`);

/** Every journal's first event states its format. */
const formatFault = (first: JsonObject): LineFault | null => {
  const format = member(first, "format");
  if (format === EVENT_FORMAT) return null;
  const isNumber = typeof format === "number";
  // A damaged or misplaced first line states no format either. A journal with seals is no older than the seals.
  if (!isNumber && member(first, "checksum") !== undefined) return null;
  const message = `its events have ${isNumber ? `format ${format}` : "no format"}, this version reads format ${EVENT_FORMAT}`;
  return { kind: "other-format", message };
};
