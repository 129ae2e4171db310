/** A name that a program takes from a module: `slug` of `./src/slug.js`. */
export interface ImportedName {
  readonly module: string;
  readonly name: string;
}

/** Reads inline programs of one language. The caller passes it in, since a real parser may need a platform. */
export interface SyntaxReader {
  /** Why the language's parser rejects the program; null if it accepts it, or that is uncertain. */
  syntaxFault(code: string): string | null;
  /** What an accepted program certainly imports, in order: dotted names in Python, specifiers in JavaScript. */
  imports(code: string): readonly string[];
  /** The names that an accepted program takes from modules, each once; missing if the reader cannot tell. */
  importedNames?(code: string): readonly ImportedName[];
}

/** Readers by the profiles' names for them, each loaded with its first program. A program without a reader is not judged. */
export type SyntaxReaders = Readonly<Record<string, () => SyntaxReader>>;
