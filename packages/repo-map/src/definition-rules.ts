import { children, type SyntaxNode } from "./syntax.ts";

/** A definition's name. */
export interface DefinedName {
  readonly name: string;
  /** What the name itself says it is in, such as a method's receiver; the outermost first. */
  readonly container: readonly string[];
  /** Where the name is in the text. */
  readonly at: number;
}

/** How the tree of a language tells what a text defines: the types of nodes, and where names and bodies are. */
export interface OutlineRules {
  readonly functions: readonly string[];
  /** What has members. */
  readonly types: readonly string[];
  /** Told only outside of all else. */
  readonly values: readonly string[];
  readonly imports: readonly string[];
  /** What is around a definition and belongs to it, such as a decorator or an `export`. */
  readonly wraps: readonly string[];
  /** What is around definitions and does not, such as a guard. */
  readonly encloses: readonly string[];
  /** Names of constructors, besides the type's own. */
  readonly constructors: readonly string[];
  /** Null for a node that defines nothing after all. */
  readonly nameOf: (node: SyntaxNode) => DefinedName | null;
  readonly bodyOf: (node: SyntaxNode) => SyntaxNode | null;
  /** Whether a value is a function. */
  readonly isFunction: (value: SyntaxNode) => boolean;
}

/** The rules of a language, by what is not as in most. */
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

/** The name that is in a field of a node. */
export const nameIn = (node: SyntaxNode, field: string, container: readonly string[] = []): DefinedName | null => {
  const name = node.childForFieldName(field);
  return name === null ? null : { name: name.text, container, at: name.startIndex };
};

/** The first text of a node or of what is first in it, of these types; null if there is none within a few levels. */
export const firstOf = (node: SyntaxNode | null, types: readonly string[], depth = 4): SyntaxNode | null => {
  if (node === null || types.includes(node.type)) return node;
  if (depth === 0) return null;
  for (const child of children(node)) {
    const found = firstOf(child, types, depth - 1);
    if (found !== null) return found;
  }
  return null;
};
