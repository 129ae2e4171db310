import { sha256Hex } from "./sha256.ts";

/** Fills `{{NAME}}` placeholders in one pass, and never expands values. A name without a value stays as it is. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{([A-Z_]+)\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? placeholder) : placeholder,
  );

/**
 * Quotes a foreign text as data between two lines with the same mark. The text does not contain the mark, so it cannot forge its own end,
 * and the same text gives the same bytes (reliability, row S3). A text that changes keeps its prefix, mark included, up to the change:
 * prompt caches depend on that.
 */
export const quoteAsData = (label: string, text: string): string => {
  const name = onOneLine(label);
  const ofName = markOf(name);
  // No text contains its own hash.
  const mark = text.includes(ofName) ? markOf(text) : ofName;
  return `--- begin ${name} ${mark}\n${text}${text.endsWith("\n") || text === "" ? "" : "\n"}--- end ${mark}`;
};

const markOf = (text: string): string => sha256Hex(text).slice(0, 16);

/** A label may be a path, so characters that end or reorder a line are escaped. */
const onOneLine = (label: string): string =>
  label.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);

/**
 * The document that an answer consists of: without a leading `<think>` block, which local models write if their server does not separate
 * their thoughts, and without the surrounding pair of markdown fences, if any (contract §4). An answer with words before or after stays
 * as it is. Takes linear time.
 */
export const answeredDocument = (answer: string): string => {
  const text = withoutThoughts(answer);
  const trimmed = text.trim();
  const opening = /^(`{3,}|~{3,}(?!~))[^`\n]*\n/.exec(trimmed);
  const fence = opening?.[1];
  if (opening === null || fence === undefined) return text;
  const body = trimmed.slice(opening[0].length);
  return body.endsWith(fence) ? body.slice(0, -fence.length).replace(/\r?\n[ \t]*$/, "") : text;
};

const withoutThoughts = (answer: string): string => {
  const end = answer.trimStart().startsWith("<think>") ? answer.indexOf("</think>") : -1;
  return end === -1 ? answer : answer.slice(end + "</think>".length);
};
