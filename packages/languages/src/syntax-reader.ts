/** A language's own view of an inline program. A real parser may bring a platform along, so it comes in from outside. */
export interface SyntaxReader {
  /** Why the language's parser refuses the program, or null where it takes it, or where that is not certain. */
  syntaxFault(code: string): string | null;
  /** What an accepted program imports for certain, in order: dotted names in Python, specifiers in JavaScript. */
  imports(code: string): readonly string[];
}

/** Readers by the names that profiles give them, loaded with the first program. What has none is not judged. */
export type SyntaxReaders = Readonly<Record<string, () => SyntaxReader>>;
