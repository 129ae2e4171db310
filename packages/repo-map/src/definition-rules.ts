import { children, type SyntaxNode } from "./syntax.ts";

/** A definition's name. */
export interface DefinedName {
  readonly name: string;
  /** Containers that the name itself states, such as a method's receiver; outermost first. */
  readonly container: readonly string[];
  /** The position of the name in the text. */
  readonly at: number;
}

/** How to find a text's definitions in a language's syntax tree: the node types, and where names and bodies are. */
export interface OutlineRules {
  readonly functions: readonly string[];
  /** Definitions with members. */
  readonly types: readonly string[];
  /** Reported only at the top level. */
  readonly values: readonly string[];
  readonly imports: readonly string[];
  /** Wrappers that belong to a definition, such as a decorator or an `export`. */
  readonly wraps: readonly string[];
  /** Nodes that enclose definitions without belonging to them, such as a guard. */
  readonly encloses: readonly string[];
  /** Names of constructors, apart from the type's own name. */
  readonly constructors: readonly string[];
  /** Null for a node that turns out to define nothing. */
  readonly nameOf: (node: SyntaxNode) => DefinedName | null;
  readonly bodyOf: (node: SyntaxNode) => SyntaxNode | null;
  /** True if a value is a function. */
  readonly isFunction: (value: SyntaxNode) => boolean;
}

/** The rules of a language. Only exceptions from the common case are given. */
export const outlineRules = (rules: Partial<OutlineRules>): OutlineRules => ({
  functions: [],
  types: [],
  values: [],
  imports: [],
  wraps: [],
  encloses: [],
  constructors: [],
  nameOf: (node) => nameIn(node, "name"),
  bodyOf: (node) => node.childForFieldName("body"),
  isFunction: () => false,
  ...rules,
});

/** The name in a field of a node. */
export const nameIn = (node: SyntaxNode, field: string, container: readonly string[] = []): DefinedName | null => {
  const name = node.childForFieldName(field);
  return name === null ? null : { name: name.text, container, at: name.startIndex };
};

/** The node itself or its first descendant of one of these types; null if there is none within a few levels. */
export const firstOf = (node: SyntaxNode | null, types: readonly string[], depth = 4): SyntaxNode | null => {
  if (node === null || types.includes(node.type)) return node;
  if (depth === 0) return null;
  for (const child of children(node)) {
    const found = firstOf(child, types, depth - 1);
    if (found !== null) return found;
  }
  return null;
};
