import { EVENT_FORMAT, type EventBody, type RunEvent } from "./event.ts";
import * as validator from "./generated/event-validator.js";
import { formatOf } from "./journal.ts";
import { checksumOf, JOURNAL_START } from "./journal-line.ts";
import { readJson } from "./json-reader.ts";
import { isJsonObject, type JsonObject, member } from "./json-value.ts";
import { judge } from "./schema-judge.ts";

/** What of a journal can be understood, and what stands in the way of the rest. */
export interface LenientJournal {
  readonly events: readonly RunEvent[];
  readonly faults: readonly LineFault[];
}

/** A line that is not as it should be. Its event is among the others where it can be understood all the same. */
export interface LineFault {
  readonly kind: "torn" | "damaged" | "unknown-event" | "older-format" | "newer-format";
  readonly message: string;
  /** Counts from 1. */
  readonly line: number;
}

/** What holds more lines that do not fit is no journal, and is not read to its end. */
const MAX_FAULTS = 100;

/**
 * Reads `events.jsonl` to show it, not to go on with it (that is `readJournal`): whatever the text is, its events are those
 * that can be understood. A line whose checksum or number does not fit is told and shown. Throws nothing.
 */
export const readJournalLeniently = (text: string): LenientJournal => {
  const lines = text.split("\n");
  const torn = lines.pop() ?? "";
  const foreign = foreignFormat(lines[0] ?? torn);
  const events: RunEvent[] = [];
  const faults: LineFault[] = foreign === null ? [] : [foreign];
  let before = JOURNAL_START;
  let expected = 0;
  for (const [index, line] of lines.entries()) {
    const read = readLine(line, before, expected);
    before = read.checksum;
    // What is lost or put in is told once, and not of every line that follows.
    expected = (read.event?.seq ?? expected) + 1;
    if (read.event !== null) events.push(read.event);
    // What a journal of another version holds is told once.
    if (read.fault !== null && foreign === null) faults.push({ ...read.fault, line: index + 1 });
    if (faults.length >= MAX_FAULTS) {
      faults.push({
        kind: "damaged",
        message: "too much of it does not fit: the rest is passed over",
        line: index + 2,
      });
      return { events, faults };
    }
  }
  if (torn !== "") {
    faults.push({ kind: "torn", message: "it was cut off as it was being written", line: lines.length + 1 });
  }
  return { events, faults };
};

interface ReadLine {
  readonly event: RunEvent | null;
  /** What the next line's checksum rests on: as this one says, so that a damaged line does not damage those after it. */
  readonly checksum: string;
  readonly fault: Pick<LineFault, "kind" | "message"> | null;
}

const readLine = (line: string, before: string, expected: number): ReadLine => {
  const document = readJson(line);
  const lost = (message: string, checksum = before): ReadLine => ({ event: null, checksum, fault: damage(message) });
  if (!document.ok) return lost(`it is no JSON: ${document.issues[0].message}`);
  if (!isJsonObject(document.value)) return lost("it is no JSON object");
  const { checksum: claimed, ...body } = document.value;
  const checksum = typeof claimed === "string" ? claimed : before;
  const event = judge<RunEvent>(validator.event, body);
  if (!event.ok) {
    const unknown = unknownType(body);
    const fault = unknown === null ? damage(`it is no event: ${event.issues[0]}`) : unknown;
    return { event: null, checksum, fault };
  }
  return {
    event: event.value,
    checksum,
    fault: sealFault(line, claimed, before) ?? numberFault(event.value, expected),
  };
};

const damage = (message: string) => ({ kind: "damaged", message }) as const;

const sealFault = (line: string, claimed: unknown, before: string): ReadLine["fault"] => {
  const end = `,"checksum":"${String(claimed)}"}`;
  if (claimed === undefined || !line.endsWith(end)) return damage("it has no checksum");
  return checksumOf(`${line.slice(0, -end.length)}}`, before) === claimed
    ? null
    : damage("its checksum does not fit: it was changed, or a line before it");
};

const numberFault = ({ seq }: RunEvent, expected: number): ReadLine["fault"] =>
  seq === expected ? null : damage(`it has the number ${seq}: lines before it are missing, or there are too many`);

const unknownType = (body: JsonObject): ReadLine["fault"] => {
  const type = member(body, "type");
  if (typeof type !== "string" || Object.hasOwn(KNOWN, type)) return null;
  return { kind: "unknown-event", message: `it tells of ${JSON.stringify(type)}, which this version does not know` };
};

const foreignFormat = (first: string): LineFault | null => {
  const document = readJson(first);
  if (!document.ok || !isJsonObject(document.value)) return null;
  const format = formatOf(document.value);
  if (format === EVENT_FORMAT) return null;
  // A first line that is damaged or misplaced names no format either; what was sealed is no older than the seals.
  if (format === null && member(document.value, "checksum") !== undefined) return null;
  const kind = format !== null && format > EVENT_FORMAT ? "newer-format" : "older-format";
  const by = kind === "newer-format" ? "a newer" : "an older";
  return { kind, message: `it was written by ${by} llmch: what this version knows of it is shown`, line: 1 };
};

/** The compiler holds it complete. */
const KNOWN: Readonly<Record<EventBody["type"], true>> = {
  plan_started: true,
  compile_attempt_started: true,
  compile_attempt_judged: true,
  plan_written: true,
  schedule_started: true,
  order_run_started: true,
  order_run_ended: true,
  order_started: true,
  setup_started: true,
  setup_finished: true,
  attempt_started: true,
  step_started: true,
  step_finished: true,
  model_asked: true,
  model_retried: true,
  model_answered: true,
  model_failed: true,
  answer_reused: true,
  command_started: true,
  command_finished: true,
  attempt_failed: true,
  rolled_back: true,
  committing: true,
  committed: true,
  pushed: true,
  resumed: true,
  warning: true,
  limit_reached: true,
  run_finished: true,
};
