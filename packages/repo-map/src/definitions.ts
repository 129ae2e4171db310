import type { Definition, LineRange, Outline } from "@llmch/languages";
import { lastAtMost } from "@llmch/text";
import type { OutlineRules } from "./definition-rules.ts";
import { type Language, languageOf } from "./languages.ts";
import { children, type ParseText, type SyntaxNode } from "./syntax.ts";

/** A longer text is not hand-written code. */
const MOST_CHARACTERS = 1_000_000;
/** More than anybody writes by hand, and relating them all to one another would take too long (reliability, S5). */
const MOST_DEFINITIONS = 5_000;
/** Deeper than anybody nests types. */
const DEEPEST = 20;
/** In a longer function, inner functions are reported too. */
const LONG_FUNCTION = 80;

/** Returns the line of an index, from 0, by bisection. */
const lineFinder = (source: string): ((index: number) => number) => {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (index) => lastAtMost(starts, index);
};

/** The outline of a file's text; null if there is no grammar for its language, or the parser gives up. */
export const outlineOf = async (path: string, text: string, parse: ParseText): Promise<Outline | null> => {
  const language = languageOf(path);
  if (language === null || text.length > MOST_CHARACTERS) return null;
  const outline = await parse(language.grammar, text, (root) => readOutline(root, text, language));
  const count = outline?.definitions.length ?? 0;
  return count === 0 || count > MOST_DEFINITIONS ? null : outline;
};

interface Place {
  readonly container: readonly string[];
  /** The enclosing type. */
  readonly type: string | null;
  readonly depth: number;
}

const readOutline = (root: SyntaxNode, text: string, { outline: rules }: Language): Outline => {
  const lineOf = lineFinder(text);
  const definitions: Definition[] = [];
  const imports: LineRange[] = [];
  const rangeOf = ({ startIndex, endIndex }: SyntaxNode): LineRange => ({
    first: lineOf(startIndex),
    last: lineOf(Math.max(startIndex, endIndex - 1)),
  });
  const walk = (nodes: readonly SyntaxNode[], place: Place): void => {
    let comment: LineRange | null = null;
    for (const node of nodes) {
      const range = rangeOf(node);
      if (node.type.endsWith("comment") || node.type === "attribute_item") {
        comment = {
          first: comment !== null && comment.last + 1 >= range.first ? comment.first : range.first,
          last: range.last,
        };
        continue;
      }
      const isAbove = comment !== null && comment.last + 1 >= range.first;
      visit(node, isAbove && comment !== null ? { ...range, first: comment.first } : range, place);
      comment = null;
    }
  };
  const visit = (node: SyntaxNode, range: LineRange, place: Place): void => {
    if (place.depth > DEEPEST) return;
    const deeper = { ...place, depth: place.depth + 1 };
    if (isImport(node, rules)) imports.push(range);
    else if (rules.encloses.includes(node.type)) walk(children(node), deeper);
    else if (rules.wraps.includes(node.type)) {
      const inner = children(node).filter((child) => isTold(child, rules));
      for (const child of inner) visit(child, inner.length === 1 ? range : rangeOf(child), deeper);
    } else define(node, range, deeper);
  };
  const define = (node: SyntaxNode, range: LineRange, place: Place): void => {
    const kind = kindOf(node, rules, place.container.length === 0);
    const named = kind === null ? null : rules.nameOf(node);
    if (kind === null || named === null) return;
    const container = [...place.container, ...named.container];
    const type = named.container.at(-1) ?? place.type;
    const isConstructor =
      kind === "function" && type !== null && (named.name === type || rules.constructors.includes(named.name));
    definitions.push({
      ...range,
      name: named.name,
      container,
      kind: isConstructor ? "constructor" : kind,
      line: lineOf(named.at),
      signature: signatureOf(text, named.at, endOfSignature(node, kind, text, rules)),
    });
    const isOpen = kind === "type" || (kind === "function" && range.last - range.first > LONG_FUNCTION);
    const body = isOpen ? rules.bodyOf(node) : null;
    const members = body === null ? [] : children(body).filter((child) => kind === "type" || !isValue(child, rules));
    walk(members, {
      container: [...container, named.name],
      type: kind === "type" ? named.name : null,
      depth: place.depth,
    });
  };
  walk(children(root), { container: [], type: null, depth: 0 });
  return { definitions, imports };
};

/** A longer signature is shown by its beginning; so much before its name may belong to it. */
const MOST_OF_SIGNATURE = 2_000;
const MOST_BEFORE_NAME = 200;
/** Types that are nothing but their members. */
const MEMBERS = ["object_type", "struct_type", "interface_type"];

/** The index at which a definition's body, members or value begin. */
const endOfSignature = (node: SyntaxNode, kind: Definition["kind"], text: string, rules: OutlineRules): number => {
  const field = (name: string) => node.childForFieldName(name);
  const value = field("value") ?? field("right");
  const body = rules.bodyOf(node) ?? field("body") ?? (kind === "type" ? null : value);
  const type = value ?? field("type");
  const hasMembers = body === null && type !== null && MEMBERS.includes(type.type);
  return hasMembers ? text.indexOf("{", type.startIndex) : (body?.startIndex ?? node.endIndex);
};

/** What stands from the line of a name up to the body, on one line and without comments. */
const signatureOf = (text: string, at: number, end: number): string => {
  const before = text.slice(Math.max(0, at - MOST_BEFORE_NAME), at).replace(/^.*(?:\n|[;{}]\s)/s, "");
  const signature = (before + text.slice(at, Math.min(end, at + MOST_OF_SIGNATURE))).replace(ENDING, "").trim();
  if (!signature.includes("\n")) return signature;
  const line = signature.replace(COMMENT, "").replace(/\s+/g, " ");
  return line.replace(/([([]) |,? (?=[)\]])/g, "$1").replace(ENDING, "");
};

/** What leads over to a body or a value. */
const ENDING = /\s*(?:=>|[{:=;])?\s*$/;
const COMMENT = /\s(?:\/\/|# ).*$|\/\*.*?\*\//gm;

const isImport = (node: SyntaxNode, { imports }: OutlineRules): boolean => imports.includes(node.type);

const isTold = ({ type }: SyntaxNode, { functions, types, values, wraps }: OutlineRules): boolean =>
  [functions, types, values, wraps].some((known) => known.includes(type));

const isValue = ({ type }: SyntaxNode, { values }: OutlineRules): boolean => values.includes(type);

const kindOf = (node: SyntaxNode, rules: OutlineRules, isOutside: boolean): "function" | "type" | "value" | null => {
  if (rules.functions.includes(node.type)) return "function";
  if (rules.types.includes(node.type)) return "type";
  if (!isValue(node, rules)) return null;
  return rules.isFunction(node) ? "function" : isOutside ? "value" : null;
};
