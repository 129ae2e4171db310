import { children, type SyntaxNode } from "@llmch/repo-map";
import type { MutantKind } from "./mutant.ts";
import {
  BOOLEANS,
  ENCLOSED,
  FUNCTIONS,
  INTEGERS,
  isCondition,
  isDroppable,
  isPassedOver,
  isTurnedElsewhere,
  type Mutations,
  swapOf,
} from "./rules.ts";
import { type Position, type SyntaxRoot, walk } from "./syntax.ts";

/** Another text from one index to another. */
export interface Edit {
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Rust has tests next to the code that they test. */
const TEST_ATTRIBUTE = /(?<!\bnot\()\btest\b/;

/** All that can be made wrong in a text, from its beginning to its end. */
export const editsIn = (root: SyntaxRoot, text: string, mutations: Mutations): readonly Edit[] => {
  const edits: Edit[] = [];
  let isTest = false;
  walk(root, (position) => {
    const { cursor, type, field, parent } = position;
    if (type === "attribute_item") isTest ||= TEST_ATTRIBUTE.test(cursor.currentNode.text);
    if (isPassedOver(type, field, parent) || type.endsWith("comment")) return false;
    if (!isTest) edits.push(...editsAt(position, text, mutations));
    const isOpen = !isTest;
    isTest = false;
    return isOpen;
  });
  return edits.sort((one, other) => one.start - other.start);
};

const editsAt = (position: Position, text: string, mutations: Mutations): readonly Edit[] => {
  const { cursor, type, field, parent, previous } = position;
  const { startIndex: start, endIndex: end } = cursor;
  const edit = (kind: MutantKind, to: string): Edit => ({ kind, start, end, text: to });
  if (start === end) return [];
  if (!cursor.nodeIsNamed) {
    const swap = swapOf(type, parent);
    if (swap !== undefined && !(type.startsWith("+") && joinsText(text, start, end)))
      return swap.to.map((to) => edit(swap.kind, `${to}${GLUED.test(text.charAt(end)) ? " " : ""}`));
  }
  const found: Edit[] = [];
  if (isCondition(field, parent, previous)) {
    const condition = cursor.currentNode;
    if (!isTurnedElsewhere(condition)) found.push(edit("negation", negated(condition, mutations.not)));
  }
  const constant = /^(?:true|false)$/.test(type) || INTEGERS.has(type) ? constantFor(text.slice(start, end)) : null;
  if (constant !== null) found.push(edit("arithmetic", constant));
  else if (FUNCTIONS.has(type)) found.push(...earlyReturn(cursor.currentNode, text, mutations));
  else if (isDroppable(type, parent, () => cursor.currentNode)) found.push(edit("dropped", mutations.nothing));
  return found;
};

/** What would be another operator together with one before it. */
const GLUED = /[-+*/&=]/;

/** Whether an operator stands next to a quoted text. */
const joinsText = (text: string, start: number, end: number): boolean =>
  /["'`]\s*$/.test(text.slice(Math.max(0, start - 20), start)) || /^\s*\w{0,2}["'`]/.test(text.slice(end, end + 20));

/** What stands in parentheses is negated in them: before them, some languages need no space. */
const negated = ({ type, text }: SyntaxNode, not: string): string =>
  ENCLOSED.test(type) ? `(${not}${text})` : `${not}(${text})`;

/** A plain decimal number, with what tells its type. */
const DECIMAL = /^(0|[1-9][\d_]*)(n|[uUlL]+|_?[iu](?:8|16|32|64|128|size))?$/;

/** The opposite or the next one; null for a number in another form. */
const constantFor = (constant: string): string | null => {
  const [, digits, suffix = ""] = DECIMAL.exec(constant) ?? [];
  return digits === undefined ? (BOOLEANS[constant] ?? null) : `${BigInt(digits.replaceAll("_", "")) + 1n}${suffix}`;
};

/** Bodies that return an empty value anyway, or are not written yet. */
const EMPTY =
  /^(?:pass|\.\.\.|raise NotImplementedError\b.*|(?:return\b ?)?(?:|nil|null|nullptr|None|undefined|0|false|False|\{\}|\(\)|Default::default\(\)))$/s;

const LONGEST_EMPTY = 200;

/** In a body that is an expression, the empty value; else a statement before the first one. */
const earlyReturn = (node: SyntaxNode, text: string, mutations: Mutations): readonly Edit[] => {
  const { emptyReturn, emptyValue = "", isIndented = false } = mutations;
  const body = node.childForFieldName("body");
  if (body === null) return [];
  const { startIndex: start, endIndex: end } = body;
  if (node.type === "arrow_function" && body.type !== "statement_block")
    return end - start < LONGEST_EMPTY && EMPTY.test(bare(body.text))
      ? []
      : [{ kind: "early_return", start, end, text: emptyValue }];
  const first = statementsOf(body).find((statement) => !isText(statement));
  if (first === undefined) return [];
  const at = first.startIndex;
  if (end - at < LONGEST_EMPTY && EMPTY.test(bare(text.slice(at, end).replace(/\}$/, "")))) return [];
  const indent = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const gap = !isIndented ? " " : indent.trim() === "" ? `\n${indent}` : "; ";
  return [{ kind: "early_return", start: at, end: at, text: `${emptyReturn(node)}${gap}` }];
};

/** Go has a list in the block. */
const statementsOf = (body: SyntaxNode): readonly SyntaxNode[] =>
  children(body).flatMap((child) => (child.type === "statement_list" ? children(child) : [child]));

/** A comment, a docstring or a directive. */
const isText = (statement: SyntaxNode): boolean =>
  statement.type.endsWith("comment") ||
  (statement.type === "expression_statement" && children(statement)[0]?.type === "string");

const bare = (code: string): string => code.replace(/[;\s]+$/, "").trim();
