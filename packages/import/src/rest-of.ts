import { counted } from "@llmch/text";
import type { ContextPart, PlanParts, Told } from "./imported-plan.ts";
import { type Document, headingOf, indentOf, type Line, textOf } from "./markdown.ts";

/** What stands in a plan's file and was neither taken nor told. */
interface Rest {
  readonly context: readonly ContextPart[];
  readonly told: readonly Told[];
}

const NOTHING: Rest = { context: [], told: [] };

/**
 * What was read of documents and has no place in their plan, such as a task in a form of its author's own. Nothing is dropped in silence: it
 * explains the rest, below the headings that it stands under, and its user is told where it begins.
 */
export const restOf = (documents: readonly Document[], parts: PlanParts): Rest => {
  const said = new Set(parts.context.flatMap(({ text }) => text.split("\n").map(bare)));
  const rests = documents.map((document) => restIn(document, parts, said));
  return { context: rests.flatMap(({ context }) => context), told: rests.flatMap(({ told }) => told) };
};

/** @param said the lines of the context */
const restIn = (
  { path, lines }: Document,
  { items, told, heads, commands }: PlanParts,
  said: ReadonlySet<string>,
): Rest => {
  const isHere = (each: { readonly path: string }): boolean => each.path === path;
  const taken = new Set([...items, ...told, ...heads, ...commands].filter(isHere).map(({ line }) => line));
  // All of it was told.
  if (told.some((each) => isHere(each) && each.line === 1) && !items.some(isHere)) return NOTHING;
  const covered = coveredBy(lines, taken);
  const isRest = ({ number, text }: Line): boolean => {
    const own = bare(text);
    return !covered.has(number) && /[\p{L}\p{N}]/u.test(own) && !TAG.test(own) && !said.has(own);
  };
  const rest = lines.filter((line) => headingOf(line) === null && isRest(line));
  const [first] = rest;
  if (first === undefined) return NOTHING;
  const text = textOf(withHeadings(lines, isRest));
  const count = `${counted(rest.length, "line")}, from: ${first.text.trim()}`;
  return {
    context: [{ title: `the rest of ${path}`, text }],
    told: [{ path, line: first.number, text: count, why: "explains alone" }],
  };
};

/** A line of nothing but an element's beginning or end. */
const TAG = /^<\/?[\w-]+(?:\s[^>]*)?>$/;

/** A line without what marks it as an item. */
const bare = (text: string): string => text.replace(/\*\*|^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?/g, "").trim();

/** The lines of what is taken: an item with all that is indented below it, an element, a code block, or a section. */
const coveredBy = (lines: readonly Line[], taken: ReadonlySet<number>): ReadonlySet<number> => {
  const covered = new Set<number>();
  let goesOn: ((line: Line) => boolean) | null = null;
  for (const line of lines) {
    if (taken.has(line.number)) goesOn = extentOf(line);
    else if (goesOn?.(line) !== true) goesOn = null;
    if (goesOn !== null) covered.add(line.number);
  }
  return covered;
};

const extentOf = (first: Line): ((line: Line) => boolean) => {
  const level = headingOf(first)?.level;
  if (level !== undefined) return (line) => (headingOf(line)?.level ?? 7) > level;
  if (first.isCode) return ({ isCode }) => isCode;
  const name = /^\s*<([\w-]+)/.exec(first.text)?.[1];
  if (name !== undefined) {
    let hasEnded = first.text.includes(`</${name}>`);
    return ({ text }) => {
      const isInside = !hasEnded;
      hasEnded ||= text.includes(`</${name}>`);
      return isInside;
    };
  }
  const indent = indentOf(first);
  return (line) => line.text.trim() === "" || (headingOf(line) === null && indentOf(line) > indent);
};

/** The lines that are kept, and the heading right above each run of them. */
const withHeadings = (lines: readonly Line[], isKept: (line: Line) => boolean): readonly Line[] => {
  const shown: Line[] = [];
  let heading: Line | null = null;
  for (const line of lines) {
    if (headingOf(line) !== null) heading = line;
    else if (isKept(line)) {
      shown.push(...(heading === null ? [] : [heading]), line);
      heading = null;
    }
  }
  return shown;
};
