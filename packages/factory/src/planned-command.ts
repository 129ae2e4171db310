import type { RepoPath } from "@llmch/contract";

/** A command to run: how it is displayed, and how it is started. */
export interface PlannedCommand {
  readonly display: string;
  readonly argv: readonly string[];
  readonly passes: Readonly<Record<number, string>>;
  /** Null for the repo's root. */
  readonly folder: RepoPath | null;
}
