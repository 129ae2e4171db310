/** A name that a program takes from a module: `slug` of `./src/slug.js`. */
export interface ImportedName {
  readonly module: string;
  readonly name: string;
}

/** Why a parser rejects a program. */
export interface SyntaxFault {
  readonly message: string;
  /** Where the fault is, counting from 1 and a line in characters; null if the parser does not say. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

/** Reads inline programs of one language. The caller passes it in, since a real parser may need a platform. */
export interface SyntaxReader {
  /** Why the language's parser rejects the program; null if it accepts it, or that is uncertain. */
  syntaxFault(code: string): SyntaxFault | null;
  /** What an accepted program certainly imports, in order: dotted names in Python, specifiers in JavaScript. */
  imports(code: string): readonly string[];
  /** The names that an accepted program takes from modules, each once; missing if the reader cannot tell. */
  importedNames?(code: string): readonly ImportedName[];
  /** The part of an accepted program of which nobody can tell that it ran; null if there is none. */
  unproved?(code: string): string | null;
}

/** Readers by the profiles' names for them, each loaded with its first program. A program without a reader is not judged. */
export type SyntaxReaders = Readonly<Record<string, () => SyntaxReader>>;
