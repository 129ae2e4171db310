import type { Diagnostic } from "@llmch/contract";

/** A text that diagnostics speak of. */
export interface SourceText {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /** Where the JSON begins: a model's answer may stand between markdown fences. */
  readonly start?: number;
}

/** What a plan was read from: one manifest, or a file an order. */
export type PlanSource =
  | { readonly kind: "manifest"; readonly manifest: SourceText }
  | {
      readonly kind: "orders";
      /** In the order of the plan. */
      readonly orders: readonly SourceText[];
      readonly manifest: SourceText | null;
    };

/** A part of one line. Lines and columns count from 1, columns in UTF-16 units; the end is the column after it. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** Where a diagnostic stands: a file by its absolute path, and the part of it where that can be told. */
export interface Place {
  readonly path: string;
  readonly region: Region | null;
}

/** A diagnostic with the place that it speaks of; null where no file does. */
export interface Located {
  readonly diagnostic: Diagnostic;
  readonly place: Place | null;
}
