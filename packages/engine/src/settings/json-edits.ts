import type { JsonValue } from "@llmch/contract";
import { applyEdits, type Edit, type Node } from "jsonc-parser";
import { comments } from "./commented-json.ts";

/** A commented JSON text and its tree. */
export interface ParsedText {
  readonly text: string;
  readonly root: Node;
}

/**
 * The text with a member set in an object of its tree; comments, order and all other bytes stay. A new member goes after a comment that
 * shows it, else at the end.
 */
export const withMember = ({ text, root }: ParsedText, object: Node, name: string, value: JsonValue): string => {
  const old = memberOf(object, name)?.children?.[1];
  if (old !== undefined) return applyEdits(text, [replacing(old, inOneLine(value))]);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const { children: siblings = [] } = object;
  const outer = indentAt(text, object.offset);
  const indent = siblings[0] === undefined ? `${outer}${unitOf(text, root)}` : indentAt(text, siblings[0].offset);
  const written = `${JSON.stringify(name)}: ${inOneLine(value)}`;
  if (text.slice(object.offset + 1, endOf(object) - 1).trim() === "") {
    const sharesLine = object !== root && lineStart(text, object.offset) === lineStart(text, root.offset);
    const lines = ["{", `${indent}${written}`, `${outer}}`];
    return applyEdits(text, [replacing(object, sharesLine ? `{ ${written} }` : lines.join(eol))]);
  }
  const place = placeFor(text, object, name);
  const before = siblings.findLast((each) => endOf(each) <= place.offset);
  const isLast = !siblings.some((each) => each.offset > place.offset);
  const hasComma = before !== undefined && lineAfter(text, endOf(before)).comma !== null;
  const comma = !isLast || place.endsInComma || (hasComma && place.opensLine) ? "," : "";
  const content = `${place.opensLine ? `${eol}${indent}` : " "}${written}${comma}`;
  const missing = before === undefined || hasComma ? [] : [{ offset: endOf(before), length: 0, content: "," }];
  return applyEdits(text, [...missing, { offset: place.offset, length: 0, content }]);
};

/** The text without a member of an object of its tree, and without its line if it is alone there. */
export const withoutMember = ({ text }: ParsedText, object: Node, name: string): string => {
  const standing = memberOf(object, name);
  if (standing === undefined) return text;
  const { children: siblings = [] } = object;
  const before = siblings[siblings.indexOf(standing) - 1];
  const after = lineAfter(text, endOf(standing));
  const commaBefore = before === undefined ? null : lineAfter(text, endOf(before)).comma;
  const lone: Edit[] =
    after.comma === null && commaBefore !== null ? [{ offset: commaBefore, length: 1, content: "" }] : [];
  const start = lineStart(text, standing.offset);
  if (after.endsLine && text.slice(start, standing.offset).trim() === "") {
    const end = after.offset + (text.startsWith("\r\n", after.offset) ? 2 : 1);
    return applyEdits(text, [...lone, { offset: start, length: end - start, content: "" }]);
  }
  const end = after.comma === null ? endOf(standing) : after.comma + 1;
  const gap = after.comma === null ? 0 : (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0);
  return applyEdits(text, [...lone, { offset: standing.offset, length: end + gap - standing.offset, content: "" }]);
};

/** The member with a name; the last one counts. */
export const memberOf = (object: Node, name: string): Node | undefined =>
  object.children?.findLast(({ children }) => children?.[0]?.value === name);

const endOf = ({ offset, length }: Node): number => offset + length;

const replacing = ({ offset, length }: Node, content: string): Edit => ({ offset, length, content });

interface Place {
  readonly offset: number;
  /** What is inserted there starts a new line. */
  readonly opensLine: boolean;
  /** It follows a comment that shows the member with a comma. */
  readonly endsInComma: boolean;
}

/** Whether a comment contains a whole member, commented out. */
const isShownIn = (comment: string, name: string): boolean =>
  /^\/\/\s*(.*)/.exec(comment)?.[1]?.startsWith(`${JSON.stringify(name)}:`) === true && !/[[{]\s*$/.test(comment);

/** The place for a new member: after the comment that shows it, else after the last member. */
const placeFor = (text: string, object: Node, name: string): Place => {
  const { children: siblings = [] } = object;
  const isFree = (offset: number) =>
    siblings.every((each) => offset < each.offset || offset > (lineAfter(text, endOf(each)).comma ?? endOf(each)));
  const shown = comments(text).find(
    (comment) =>
      comment.offset > object.offset &&
      comment.offset < endOf(object) &&
      isFree(comment.offset) &&
      isShownIn(comment.text, name),
  );
  if (shown !== undefined) {
    return {
      offset: shown.offset + shown.text.length,
      opensLine: true,
      endsInComma: shown.text.trimEnd().endsWith(","),
    };
  }
  const last = siblings.at(-1);
  const from = last === undefined ? object.offset + 1 : endOf(last);
  const { comma, endsLine, offset } = lineAfter(text, from);
  return endsLine
    ? { offset, opensLine: true, endsInComma: false }
    : { offset: comma === null ? from : comma + 1, opensLine: false, endsInComma: false };
};

interface LineAfter {
  /** The offset of the comma after the value, on this line or a later one. */
  readonly comma: number | null;
  /** Whether only that comma and comments come before the end of the line. */
  readonly endsLine: boolean;
  /** The offset of the end of that line. */
  readonly offset: number;
}

/** What follows a value, or the opening brace of an object, up to the end of its line or of its comma's line. */
const lineAfter = (text: string, from: number): LineAfter => {
  const next = new RegExp(BETWEEN, "y");
  next.lastIndex = from;
  let comma: number | null = null;
  let end: number | null = null;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [token] = found;
    if (token === "\n" || token === "\r\n" || token === "\r") end ??= found.index;
    else if (token === "," && comma === null) [comma, end] = [found.index, null];
  }
  return { comma, endsLine: end !== null, offset: end ?? from };
};

/** What may occur between two members: a line ending, other whitespace, a comment, a comma. */
const BETWEEN = /\r\n|\n|\r|,|[^\S\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//;

const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";

/** The indentation of one level: that of the root's first member, else two spaces. */
const unitOf = (text: string, root: Node): string => {
  const first = root.children?.[0];
  return (first === undefined ? "" : indentAt(text, first.offset)) || "  ";
};

/** A value on one line: `["a", "b"]`. */
const inOneLine = (value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inOneLine(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
};
