import { createEscapeFinder } from "./redact-escapes.ts";
import type { Finder, Span } from "./redact-finder.ts";
import { secretForms } from "./redact-forms.ts";
import { isSecretValue } from "./redact-secrets.ts";

/** The mark that replaces a secret. Nobody writes it by chance, so a text with it is known to be incomplete. */
export const REDACTED = "[redacted by llmch]";

/** Replaces every secret with a mark, in any of its forms (contract §7; reliability, S2). */
export interface Redactor {
  text(text: string): string;
  /** The places of secrets in a text, in order; overlapping ones are merged. */
  find(text: string): readonly Span[];
  /** Redacts all strings of a JSON value, keys too. Returns the value itself if it holds no secret. */
  value<Value>(value: Value): Value;
  /** For a text that comes in pieces: also finds secrets that span pieces. */
  stream(): RedactedStream;
}

export interface RedactedStream {
  /** Returns what can be passed on so far. Holds back the end if a secret may begin there. */
  take(piece: string): string;
  /** What is still held back when the stream has ended. */
  rest(): string;
}

const made = new WeakMap<readonly string[], Redactor>();

/**
 * Redacts the forms of `secretForms`. Treats bytes as a text of one character per byte (Latin-1). Time is linear in the text, however many
 * secrets there are. Redactors are cached by list.
 */
export const createRedactor = (secrets: readonly string[]): Redactor => {
  const redactor = made.get(secrets) ?? redactorOf(secrets);
  made.set(secrets, redactor);
  return redactor;
};

/** Secrets that came up while llmch worked: every redactor of the process knows them. */
const learned: string[] = [];

/** Takes a key into account that was in no variable, such as one that a command printed. */
export const learnSecret = (secret: string): void => {
  if (isSecretValue(secret) && !learned.includes(secret)) learned.push(secret);
};

const redactorOf = (secrets: readonly string[]): Redactor => {
  let finder = NOTHING_TO_FIND;
  let count = -1;
  const current = (): Finder => {
    if (count === learned.length) return finder;
    const forms = secretForms([...secrets, ...learned]);
    finder = forms.length === 0 ? NOTHING_TO_FIND : createEscapeFinder(forms);
    count = learned.length;
    return finder;
  };
  const text = (original: string): string => {
    const { spans } = current().find(original);
    return spans.length === 0 ? original : marked(original, spans, 0, original.length).text;
  };
  return {
    text,
    find: (original) => joined(current().find(original).spans),
    value: (value) => (current() === NOTHING_TO_FIND ? value : mapStrings(value, text)),
    stream: () => redactedStream(current),
  };
};

const NOTHING_TO_FIND: Finder = { find: (text) => ({ spans: [], begun: text.length }) };

const redactedStream = (current: () => Finder): RedactedStream => {
  let kept = "";
  /** How much of the kept text belongs to a secret whose mark was already passed on. */
  let covered = 0;
  const pass = (arrived: string, isLast: boolean): string => {
    const { spans, begun } = current().find(arrived);
    const end = isLast ? arrived.length : begun;
    const passed = marked(arrived, spans, covered, end);
    kept = arrived.slice(end);
    covered = passed.next - end;
    return passed.text;
  };
  return { take: (piece) => pass(kept + piece, false), rest: () => pass(kept, true) };
};

/** The text from `from` to `end` with marks for spans. `next` is the end of the last span that begins before `end`. */
const marked = (text: string, spans: readonly Span[], from: number, end: number) => {
  const parts: string[] = [];
  let next = from;
  for (const [start, after] of spans) {
    if (start >= end) break;
    if (start >= next) parts.push(text.slice(next, start), REDACTED);
    next = Math.max(next, after);
  }
  if (next < end) parts.push(text.slice(next, end));
  return { text: parts.join(""), next: Math.max(next, end) };
};

/** Merges overlapping spans. */
const joined = (spans: readonly Span[]): readonly Span[] => {
  const whole: Span[] = [];
  for (const [start, end] of spans) {
    const last = whole.at(-1);
    if (last !== undefined && start < last[1]) whole[whole.length - 1] = [last[0], Math.max(end, last[1])];
    else whole.push([start, end]);
  }
  return whole;
};

/** The value with its strings mapped, including keys. If no string changes, it is the same object. */
const mapStrings = <Value>(value: Value, map: (text: string) => string): Value => {
  const mapped = (inner: unknown): unknown => {
    if (typeof inner === "string") return map(inner);
    if (Array.isArray(inner)) return sameOr(inner, inner.map(mapped));
    if (typeof inner !== "object" || inner === null) return inner;
    const entries = Object.entries(inner);
    const others = entries.map(([key, member]) => [map(key), mapped(member)] as const);
    const isSame = others.every(
      ([key, member], index) => key === entries[index]?.[0] && member === entries[index]?.[1],
    );
    return isSame ? inner : Object.fromEntries(others);
  };
  return mapped(value) as Value;
};

const sameOr = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((member, index) => member === before[index]) ? before : after;
