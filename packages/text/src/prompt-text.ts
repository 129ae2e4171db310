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

/** A command in a list of a prompt: as JSON, or, if a program in it has lines, as data with these lines. */
export const listedCommand = (command: string): string =>
  command.includes("\n") ? `- of several lines:\n${quoteAsData("command", command)}` : `- ${JSON.stringify(command)}`;

const markOf = (text: string): string => sha256Hex(text).slice(0, 16);

/** A label may be a path, so characters that end or reorder a line are escaped. */
const onOneLine = (label: string): string =>
  label.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);

/**
 * The document that an answer consists of: without the thoughts before a `</think>`, which local models write if their server does not
 * separate them, and without the surrounding pair of markdown fences, if any (contract §4). Of an answer with words before or after it is
 * the one fenced object, which may be there several times; any other answer stays as it is. Takes linear time.
 */
export const answeredDocument = (answer: string): string => {
  const text = withoutThoughts(answer);
  const trimmed = text.trim();
  const [object, ...others] = fencedObjects(trimmed);
  if (object !== undefined) return others.length === 0 ? object : text;
  const opening = /^(`{3,}|~{3,}(?!~))[^`\n]*\n/.exec(trimmed);
  const fence = opening?.[1];
  const body = trimmed.slice(opening?.[0].length ?? 0);
  if (fence === undefined || !body.endsWith(fence)) return text;
  return body.slice(0, -fence.length).replace(/\r?\n[ \t]*$/, "");
};

/** The different objects between the fences of a text that is not itself a document; none if anything else is between some. */
export const fencedObjects = (text: string): readonly string[] => {
  const found = new Set<string>();
  let open: RegExpExecArray | null = null;
  for (const mark of BEGINS_JSON.test(text) ? [] : text.matchAll(/^[ \t]*(`{3,}|~{3,})(.*)$/gm)) {
    if (open === null) {
      open = mark;
      continue;
    }
    const body = text.slice(open.index + open[0].length, mark.index).trim();
    if (mark[1] !== open[1] || mark[2]?.trim() !== "" || !body.startsWith("{") || !body.endsWith("}")) return [];
    found.add(body);
    open = null;
  }
  return open === null ? [...found] : [];
};

const BEGINS_JSON = /^\ufeff?\s*[{["]/;

/** Some servers drop the mark at which the thoughts begin. */
const withoutThoughts = (answer: string): string => {
  const end = answer.indexOf("</think>");
  const isMarked = answer.trimStart().startsWith("<think>");
  const isStray =
    !BEGINS_JSON.test(answer) && !/^\s*[`~]|<think>/.test(answer) && end === answer.lastIndexOf("</think>");
  return end !== -1 && (isMarked || isStray) ? answer.slice(end + "</think>".length) : answer;
};
