import type { Draft } from "./draft/draft.ts";
import type { Checks, Files, Outlines } from "./ports.ts";

/** What tools work on: one draft over one state of the files. */
export interface Scene {
  /** The files at the draft's base. */
  readonly files: Files;
  readonly draft: Draft;
  readonly outlines: Outlines;
  /** If null, there is no tool `check`. */
  readonly checks: Checks | null;
  /** True if no tool may show the file: secrets, and files that the settings exclude. */
  readonly denies: (path: string) => boolean;
}
