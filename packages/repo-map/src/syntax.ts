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
 * Parses a text with a grammar and passes the root to `use`. Nodes are invalid after that. Null if the parser gives up. A text with errors
 * still has a tree.
 */
export type ParseText = <Value>(
  grammar: string,
  text: string,
  use: (root: SyntaxNode) => Value,
) => Promise<Value | null>;

/** A node's named children; only those of the given types, if any. */
export const children = (node: SyntaxNode | null, ...types: readonly string[]): readonly SyntaxNode[] =>
  (node?.namedChildren ?? []).filter(
    (child): child is SyntaxNode => child !== null && (types.length === 0 || types.includes(child.type)),
  );
