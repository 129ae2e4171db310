/** A node of a parsed text, as in tree-sitter. Indices count UTF-16 units of the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly namedChildren: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
}

/**
 * Parses a text by a grammar and hands the root to `use`. The caller must not keep a node beyond that. Null if the parser gives
 * up. A text with errors still gives a tree.
 */
export type ParseText = <Value>(
  grammar: string,
  text: string,
  use: (root: SyntaxNode) => Value,
) => Promise<Value | null>;

/** A node's named children; only those of some types, if these are given. */
export const children = (node: SyntaxNode | null, ...types: readonly string[]): readonly SyntaxNode[] =>
  (node?.namedChildren ?? []).filter(
    (child): child is SyntaxNode => child !== null && (types.length === 0 || types.includes(child.type)),
  );
