import type { OutlineRules } from "../definition-rules.ts";
import type { SyntaxNode } from "../syntax.ts";

/** What a map knows of a programming language. Each language has its own file; `languages.ts` lists them. */
export interface Language {
  readonly name: string;
  /** Languages whose files can name each other's definitions share a family. */
  readonly family: string;
  /** The endings of its files' names, without the dot. */
  readonly endings: readonly string[];
  /** Names of files that others import by the folder's name, such as `index` and `__init__`. */
  readonly folderFiles: readonly string[];
  /** The grammar's name in tree-sitter. */
  readonly grammar: string;
  readonly definitions: Definitions;
  readonly outline: OutlineRules;
  /** Its public symbols, one a line, in the order of the text. Members of a type are indented by two spaces. */
  readonly symbols: (root: SyntaxNode, source: string) => readonly string[];
}

/** How a scan finds out what a file defines without parsing it: well enough to tell which files others rest on. */
export interface Definitions {
  /** Words that precede the name of a definition. */
  readonly keywords: readonly string[];
  /** Whether definitions on indented lines count. */
  readonly indented: boolean;
  /** Whether the first `name(` of a line that is not indented defines that name. */
  readonly calls: boolean;
}
