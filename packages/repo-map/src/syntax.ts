/** A node of a parsed text, as tree-sitter has it. Indices count UTF-16 units of the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly namedChildren: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
}

/**
 * Parses a text by a grammar, and hands the root to `use`; no node may be kept beyond that. Null where the
 * parser gives the text up. A text with errors gives a tree all the same.
 */
export type ParseText = <Value>(
  grammar: string,
  text: string,
  use: (root: SyntaxNode) => Value,
) => Promise<Value | null>;

/** A node's named children, those of some types alone where they are given. */
export const children = (node: SyntaxNode | null, ...types: readonly string[]): readonly SyntaxNode[] =>
  (node?.namedChildren ?? []).filter(
    (child): child is SyntaxNode => child !== null && (types.length === 0 || types.includes(child.type)),
  );
