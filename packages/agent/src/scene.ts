import type { Draft } from "./draft/draft.ts";
import type { Checks, Drafts, Files, Outlines } from "./ports.ts";

/** What tools work on: one draft over one state of the files. */
export interface Scene {
  /** The files at the draft's base. */
  readonly files: Files;
  readonly draft: Draft;
  /** True if the draft began with an earlier attempt's work: else there is no tool `begin_anew`. */
  readonly hasEarlierWork?: boolean;
  readonly outlines: Outlines;
  /** If null, there is no tool `check`. */
  readonly checks: Checks | null;
  /** What `check` judges for a planner, which has no draft of files. */
  readonly drafts?: Drafts;
  /** True if no tool may show the file: secrets, and files that the settings exclude. */
  readonly denies: (path: string) => boolean;
}
