import type { Draft } from "./draft/draft.ts";
import type { Checks, Files, Outlines } from "./ports.ts";

/** What tools work on: one draft over one state of the files. */
export interface Scene {
  /** As they stand at the draft's base. */
  readonly files: Files;
  readonly draft: Draft;
  readonly outlines: Outlines;
  /** Null: there is no tool `check`. */
  readonly checks: Checks | null;
  /** True for a path whose file no tool may show: secrets, and what the settings exclude. */
  readonly denies: (path: string) => boolean;
}
