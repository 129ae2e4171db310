/** Lines of a text, from 0; `last` is inclusive. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** A function, type or value that a text defines, including its decorators and the comment directly above it. */
export interface Definition extends LineRange {
  readonly name: string;
  /** The names of the enclosing classes, namespaces or modules, outermost first. */
  readonly container: readonly string[];
  readonly kind: "function" | "constructor" | "type" | "value";
  /** The line of its name, where its signature begins. */
  readonly line: number;
  /** That line up to the body, on one line with all parameters: `export const total = (cart: Cart): number`. */
  readonly signature: string;
}

/** The definitions of a text, in order; a type's members follow it. */
export interface Outline {
  readonly definitions: readonly Definition[];
  readonly imports: readonly LineRange[];
}
