import type { JsonValue } from "@llmch/text";
import { type Node, type ParseError, parseTree, printParseErrorCode, visit } from "jsonc-parser";

/** Deeper than any settings. */
const MAX_DEPTH = 32;

/** A fault in a text, and its offset. */
export interface TextFault {
  readonly offset: number;
  readonly message: string;
}

/** Reads JSON with comments and trailing commas. Stops at the first error, since later ones would only follow from it. */
export const commentedJson = (text: string): { readonly root: Node } | { readonly fault: TextFault } => {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first !== undefined || root === undefined) {
      const what = first === undefined ? "value expected" : inWords(printParseErrorCode(first.error));
      const offset = Math.min(first?.offset ?? 0, text.trimEnd().length);
      return { fault: { offset, message: `this is not JSON (${what})` } };
    }
    const deep = deeperThan(root, MAX_DEPTH);
    return deep === null ? { root } : { fault: { offset: deep.offset, message: "this is nested too deep" } };
  } catch (fault) {
    // The parser recurses once per bracket.
    if (fault instanceof RangeError) return { fault: { offset: 0, message: "this is nested too deep" } };
    throw fault;
  }
};

/** The comments of a text, each with its offset. */
export const comments = (text: string): readonly { readonly offset: number; readonly text: string }[] => {
  const found: { offset: number; text: string }[] = [];
  visit(text, { onComment: (offset, length) => found.push({ offset, text: text.slice(offset, offset + length) }) });
  return found;
};

/** `CommaExpected` as `comma expected`. */
const inWords = (code: string): string => code.replace(/\B[A-Z]/g, " $&").toLowerCase();

const deeperThan = (root: Node, depth: number): Node | null => {
  let level: readonly Node[] = [root];
  for (let passed = 0; passed < depth * 2 && level.length > 0; passed++) {
    level = level.flatMap(({ children = [] }) => children);
  }
  return level.find(({ children = [] }) => children.length > 0) ?? null;
};

/** The value of a tree; if members share a name, the last one counts. */
export const plainValue = (node: Node): JsonValue => {
  if (node.type === "array") return (node.children ?? []).map(plainValue);
  if (node.type !== "object") return node.value;
  return Object.fromEntries(members(node).map(({ name, value }): [string, JsonValue] => [name, plainValue(value)]));
};

/** The names that occur in an object a second time. */
export const doubles = (node: Node): readonly { readonly offset: number; readonly name: string }[] => {
  const seen = new Set<string>();
  const here = node.type !== "object" ? [] : members(node).filter(({ name }) => seen.size === seen.add(name).size);
  return [...here, ...(node.children ?? []).flatMap(doubles)].map(({ offset, name }) => ({ offset, name }));
};

/** The offset of a part of a tree: of its value, or of the name before it. If it is missing, that of the part that would contain it. */
export const offsetOf = (root: Node, path: readonly (string | number)[], at: "name" | "value"): number => {
  let node = root;
  let name = root;
  for (const step of path) {
    const next =
      typeof step === "number"
        ? { value: node.children?.[step], nameNode: node.children?.[step] }
        : memberNamed(node, step);
    if (next?.value === undefined) break;
    node = next.value;
    name = next.nameNode ?? node;
  }
  return (at === "name" ? name : node).offset;
};

const memberNamed = (node: Node, name: string) => {
  const found =
    node.type === "object" ? node.children?.findLast(({ children }) => children?.[0]?.value === name) : undefined;
  return { nameNode: found?.children?.[0], value: found?.children?.[1] };
};

const members = (node: Node) =>
  (node.type === "object" ? (node.children ?? []) : []).flatMap(({ children: [nameNode, value] = [] }) =>
    nameNode === undefined || value === undefined
      ? []
      : [{ name: String(nameNode.value), offset: nameNode.offset, nameNode, value }],
  );
