import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { ContextPart, PlanFile, Told } from "./imported-plan.ts";

/** A line of a markdown file, without comments. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** Whether it belongs to a code block, its fences included. */
  readonly isCode: boolean;
}

/** A heading with all that stands below it, up to the next one of its level or above. */
export interface Section {
  readonly title: string;
  readonly line: number;
  readonly lines: readonly Line[];
}

export interface Document {
  readonly path: string;
  readonly lines: readonly Line[];
  /** The lines as the file has them, which hashes are made of. */
  readonly raw: readonly string[];
  /** The text of its front matter; empty without one. */
  readonly matter: string;
}

/** Reads a markdown file (contract §4). Refuses one that a merge left in conflict, or that ends inside a code block: it was cut. */
export const readMarkdown = ({ path, text }: PlanFile): Result<Document, Refusal> => {
  const raw = text.split(/\r\n|\n|\r/);
  if (raw.length > MOST_LINES)
    return unusable(path, MOST_LINES, `is not the last of at most ${MOST_LINES} lines`, "divide it");
  const shown = withoutComments(text).split(/\r\n|\n|\r/);
  const end = /^\ufeff?---\s*$/.test(raw[0] ?? "") ? raw.findIndex((line, at) => at > 0 && /^---\s*$/.test(line)) : -1;
  const matter = raw.slice(0, Math.max(0, end)).some((line) => BOX.test(line)) ? -1 : end;
  const lines: Line[] = [];
  let fence: { readonly marks: string; readonly number: number } | null = null;
  for (const [at, line] of shown.entries()) {
    const number = at + 1;
    if (line.startsWith("<<<<<<< ")) return unusable(path, number, "holds a merge conflict", "resolve it");
    if (line.length > LONGEST_LINE)
      return unusable(path, number, `is longer than ${LONGEST_LINE} characters`, "break it");
    if (at <= matter) continue;
    const marks = /^\s*(?:(?:[-*+]|\d+[.)]) )?(`{3,}|~{3,})([^`]*)$/.exec(line);
    const closes = fence !== null && marks?.[1]?.startsWith(fence.marks) === true && marks[2]?.trim() === "";
    lines.push({ number, text: line, isCode: fence !== null || marks !== null });
    if (closes) fence = null;
    else if (fence === null && marks?.[1] !== undefined) fence = { marks: marks[1], number };
  }
  if (fence !== null)
    return unusable(path, fence.number, "begins a code block that never ends", "close it, if the file is whole");
  return accepted({ path, lines, raw, matter: raw.slice(1, Math.max(1, matter)).join("\n") });
};

/** A task is no front matter. */
const BOX = /^\s*[-*+]\s+\[[ xX]\]/;

/** More than people write, and few enough for any way of looking at them. */
const MOST_LINES = 20_000;
const LONGEST_LINE = 20_000;

/** A text whose comments are empty lines, so that all others keep their numbers. In code nothing is a comment. */
const withoutComments = (text: string): string => {
  let from = 0;
  const parts: string[] = [];
  for (const { index, 0: begin } of text.matchAll(CODE_OR_COMMENT)) {
    if (begin !== "<!--" || index < from) continue;
    const end = text.indexOf("-->", index);
    if (end === -1) break;
    parts.push(text.slice(from, index), text.slice(index, end).replace(/[^\r\n]+/g, ""));
    from = end + 3;
  }
  return [...parts, text.slice(from)].join("");
};

/** Code blocks, code in a line, and where comments begin. */
const CODE_OR_COMMENT = /^[ \t]*(`{3,}|~{3,})[^\n]*\n(?:(?!^[ \t]*\1)[^\n]*\n)*|`[^`\n]*`|<!--/gm;

/** Why a plan's file cannot be used, with the line. */
export const unusable = (path: string, line: number, why: string, hint: string) =>
  rejected(refusal("unreadable-input", printable(`${path}:${line} ${why}`), hint));

/** The sections of a document whose headings have a level at most; what stands before the first one is left out. */
export const sectionsOf = ({ lines }: Pick<Document, "lines">, level: number): readonly Section[] => {
  const sections: { title: string; line: number; lines: Line[] }[] = [];
  for (const line of lines) {
    const heading = headingOf(line);
    if (heading !== null && heading.level <= level)
      sections.push({ title: heading.title, line: line.number, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
};

export const headingOf = ({ text, isCode }: Line): { readonly level: number; readonly title: string } | null => {
  const heading = isCode ? null : /^(#{1,6})\s+(\S.*)$/.exec(text);
  return heading === null
    ? null
    : { level: heading[1]?.length ?? 0, title: plain(heading[2] ?? "").replace(/ #+$/, "") };
};

/** By how many characters a line is indented. */
export const indentOf = ({ text }: Pick<Line, "text">): number => text.length - text.trimStart().length;

/** A member of the front matter that stands on one line. */
export const memberOf = ({ matter }: Document, name: string): string | undefined =>
  new RegExp(`^${name}:(.*)$`, "m")
    .exec(matter)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, "$2");

/** What a document calls itself, or what to call it otherwise. */
export const titleIn = (document: Document, otherwise: string): string =>
  memberOf(document, "title") ??
  document.lines.map(headingOf).find((heading) => heading?.level === 1)?.title ??
  otherwise;

/** A document of which nothing is taken. */
export const toldWhole = (document: Document, why: string): { readonly told: readonly Told[] } => {
  const { path } = document;
  return { told: [{ path, line: 1, text: titleIn(document, path), why }] };
};

/** A text without the marks of bold letters, on one line. */
export const plain = (text: string): string => text.replace(/\*\*/g, "").replace(/\s+/g, " ").trim();

/** Lines as a text, without empty ones around it. */
export const textOf = (lines: readonly Line[]): string =>
  lines
    .filter(({ text, isCode }) => isCode || text.trim() !== "---")
    .map(({ text }) => text.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");

/** What sections say, as context; those that say nothing are left out. */
export const partsOf = (sections: readonly Section[]): readonly ContextPart[] =>
  sections.flatMap(({ title, lines }) => (textOf(lines) === "" ? [] : [{ title, text: textOf(lines) }]));
