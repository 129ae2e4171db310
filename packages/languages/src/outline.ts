/** Lines of a text, from 0, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** A function, type or value that a text defines, with what belongs to it: its decorators, and the comment right above it. */
export interface Definition extends LineRange {
  readonly name: string;
  /** The names of what it is in, the outermost first: classes, namespaces, modules. */
  readonly container: readonly string[];
  readonly kind: "function" | "constructor" | "type" | "value";
  /** The line of its name, which begins its signature. */
  readonly line: number;
}

/** What a text defines, in the order of the text; what is in a type comes after it. */
export interface Outline {
  readonly definitions: readonly Definition[];
  readonly imports: readonly LineRange[];
}
