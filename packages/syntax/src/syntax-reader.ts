/** What the planner asks about an inline program (the languages' port of this name, contract §3: E006, W101). */
export interface SyntaxReader {
  /** Why the language's parser refuses the program, or null if it accepts it. Never throws. */
  syntaxFault(code: string): string | null;
  /** What an accepted program certainly imports, in order. */
  imports(code: string): readonly string[];
}
