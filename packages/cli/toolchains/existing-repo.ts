import type { WorkOrder } from "@llmch/contract";
import type { TestTags } from "vitest";

/** One write of an answer; `base_sha256` is added from the file at HEAD by then. */
export type PlannedWrite = { readonly path: string } & (
  | { readonly content: string }
  | { readonly edits: readonly PlannedEdit[] }
  | { readonly delete: true }
  | { readonly rename_to: string; readonly edits?: readonly PlannedEdit[] }
);

export interface PlannedEdit {
  readonly find: string;
  readonly replace: string;
}

/** An order of the plan, and the answer that carries it out. */
export interface PlannedOrder {
  readonly order: Pick<WorkOrder, "title" | "intent" | "preconditions" | "postconditions" | "acceptance_commands"> &
    Partial<Pick<WorkOrder, "context_files">>;
  readonly writes: readonly PlannedWrite[];
}

/** A repo as an engineer has it, built by a test, and three orders for it: an edit, a delete and a rename. */
export interface ExistingRepo {
  readonly name: string;
  /** Programs that its own tests need. */
  readonly needs: TestTags["tags"][];
  /** The tracked files. */
  readonly files: Readonly<Record<string, string>>;
  /** The ignored files that are installed or built. */
  readonly installed: Readonly<Record<string, string>>;
  /** Installs what cannot be given as files. */
  readonly install?: (repo: string) => void;
  /** The command that verifies it, as llmch finds it. */
  readonly verifiedBy: string;
  /** An answer to the first order that the repo's own tests refuse, if one is tried. */
  readonly wrong?: readonly PlannedWrite[];
  readonly orders: readonly [edit: PlannedOrder, remove: PlannedOrder, rename: PlannedOrder];
  /** The final content of the files that the orders touch; null for a deleted one. */
  readonly expected: Readonly<Record<string, string | null>>;
}

export const exists = (path: string) => ({ kind: "file_exists", path }) as const;
export const absent = (path: string) => ({ kind: "file_absent", path }) as const;
export const contains = (path: string, text: string) => ({ kind: "file_contains", path, text }) as const;
export const unchanged = (path: string) => ({ kind: "file_unchanged", path }) as const;
