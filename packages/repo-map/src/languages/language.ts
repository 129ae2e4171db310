import type { OutlineRules } from "../definition-rules.ts";
import type { SyntaxNode } from "../syntax.ts";

/** What a map knows about a programming language. Each language has its own file; `languages.ts` lists them. */
export interface Language {
  readonly name: string;
  /** Languages whose files can name each other's definitions share a family. */
  readonly family: string;
  /** The extensions of its files, without the dot. */
  readonly endings: readonly string[];
  /** Names of files that others import by the folder's name, such as `index` and `__init__`. */
  readonly folderFiles: readonly string[];
  /** The grammar's name in tree-sitter. */
  readonly grammar: string;
  readonly definitions: Definitions;
  readonly outline: OutlineRules;
  /** Its public symbols, one per line, in text order. Members of a type are indented by two spaces. */
  readonly symbols: (root: SyntaxNode, source: string) => readonly string[];
}

/** How a scan finds a file's definitions without parsing: well enough to see which files depend on others. */
export interface Definitions {
  /** Words that precede the name of a definition. */
  readonly keywords: readonly string[];
  /** True if definitions on indented lines count. */
  readonly indented: boolean;
  /** True if the first `name(` of an unindented line defines that name. */
  readonly calls: boolean;
}
