/** A text that diagnostics refer to. */
export interface SourceText {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** Where the JSON begins: a model's answer may be inside markdown fences. */
  readonly start?: number;
}

/** What a plan was read from: one manifest, or one file per order. A spec that was judged by itself is a source too. */
export type PlanSource =
  | { readonly kind: "manifest" | "spec"; readonly manifest: SourceText }
  | {
      readonly kind: "orders";
      /** In plan order. */
      readonly orders: readonly SourceText[];
      readonly manifest: SourceText | null;
    };

/** A part of one line. Lines and columns count from 1, columns in UTF-16 units; the end is the column after it. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** The place of a diagnostic: a file by its absolute path, and the part of it if known. */
export interface Place {
  readonly path: string;
  readonly region: Region | null;
}
