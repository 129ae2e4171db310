/** A name that a program takes from a module: `slug` of `./src/slug.js`. */
export interface ImportedName {
  readonly module: string;
  readonly name: string;
}

/** What the planner asks about an inline program (implements the languages' port with the same name; contract §3: E006, W101, W223). */
export interface SyntaxReader {
  /** Why the language's parser rejects the program; null if it accepts it. Never throws. */
  syntaxFault(code: string): string | null;
  /** What an accepted program certainly imports, in order. */
  imports(code: string): readonly string[];
  /** The names that an accepted program takes from modules, each once; missing if the reader cannot tell. */
  importedNames?(code: string): readonly ImportedName[];
}
