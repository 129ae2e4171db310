import type { SyntaxNode } from "../syntax.ts";

/** What a map knows of a programming language. One file a language; `languages.ts` lists them. */
export interface Language {
  readonly name: string;
  /** Languages whose files name each other's things share a family. */
  readonly family: string;
  /** How its files' names end, without the dot. */
  readonly endings: readonly string[];
  /** Names of files that give their folder's name to others, such as `index` and `__init__`. */
  readonly folderFiles: readonly string[];
  /** The grammar, as tree-sitter calls it. */
  readonly grammar: string;
  readonly definitions: Definitions;
  /** Its public symbols, a line each in the order of the text; members of a type are indented by two spaces. */
  readonly symbols: (root: SyntaxNode, source: string) => readonly string[];
}

/** How a scan that parses nothing tells what a file defines: enough to find out which files others lean on. */
export interface Definitions {
  /** Words after which the name of what is defined comes. */
  readonly keywords: readonly string[];
  /** Whether definitions on indented lines count. */
  readonly indented: boolean;
  /** Whether the first `name(` of a line that is not indented defines that name. */
  readonly calls: boolean;
}
