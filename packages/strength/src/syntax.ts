import type { SyntaxNode } from "@llmch/repo-map";

/** Walks a parsed text without making a node of each part, as in tree-sitter. */
export interface SyntaxCursor {
  readonly currentNode: SyntaxNode;
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  /** The field of its parent that the node is in; null if in none. */
  readonly currentFieldName: string | null;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}

export interface SyntaxRoot extends SyntaxNode {
  walk(): SyntaxCursor;
}

/** Parses a text with a grammar and passes the root to `use`; null if the parser gives up. */
export type Parse = <Value>(grammar: string, text: string, use: (root: SyntaxRoot) => Value) => Promise<Value | null>;

/** Where a cursor stands. */
export interface Position {
  readonly cursor: SyntaxCursor;
  readonly type: string;
  readonly field: string | null;
  /** The types of the parent, and of the sibling before it; empty if there is none. */
  readonly parent: string;
  readonly previous: string;
}

/** Visits all nodes of a text in order, once. `visit` says whether to visit a node's children too. */
export const walk = (root: SyntaxRoot, visit: (position: Position) => boolean): void => {
  const cursor = root.walk();
  const visitSiblings = (parent: string): void => {
    let previous = "";
    do {
      const type = cursor.nodeType;
      const isOpen = visit({ cursor, type, field: cursor.currentFieldName, parent, previous });
      if (isOpen && cursor.gotoFirstChild()) {
        visitSiblings(type);
        cursor.gotoParent();
      }
      previous = type;
    } while (cursor.gotoNextSibling());
  };
  visitSiblings("");
  cursor.delete();
};
