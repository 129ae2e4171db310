import type { Evidence, Need, RunConfig } from "@llmch/contract";
import type { JsonValue } from "@llmch/text";
import type { AttemptStory, StepStory } from "./attempt.ts";
import type { StoryHead } from "./head.ts";

/** One order's run: by itself, or as a part of a `run-all`. */
export interface OrderStory extends StoryHead {
  readonly kind: "factory";
  readonly order: string | null;
  readonly title: string | null;
  /** The order as it was carried out: as last revised. */
  readonly work_order: JsonValue | null;
  /** Left out if it was not revised. */
  readonly revision?: RevisionStory;
  /** Left out for an order that no plan made. */
  readonly plan?: PlanSource;
  readonly branch: string | null;
  readonly baseline: string | null;
  readonly model: string | null;
  /** The id of the run-all that it is a part of. */
  readonly schedule: string | null;
  readonly config: RunConfig | null;
  /** How its dependencies were installed; null if they were not, or already were for an earlier order. */
  readonly setup: SetupStory | null;
  /** The result of the repo's verification before the first question; null if it did not run. */
  readonly baseline_verification: BaselineStory | null;
  /** Null if the acceptance commands were not tried before the work. */
  readonly baseline_acceptance: AcceptanceBeforeStory | null;
  /** How hard a model considers the order; null if none was asked. */
  readonly triage: { readonly complexity: string; readonly reason: string } | null;
  readonly attempts: readonly AttemptStory[];
  /** Work that was started ahead of the order's turn. */
  readonly speculations: readonly SpeculationStory[];
  readonly commit: CommitStory | null;
  /** What it waits for a person to decide or answer. */
  readonly needs: readonly Need[];
  /** An unexpected error, in words, and the command that fixes it by hand; null if there was none. */
  readonly error: string | null;
  readonly hint: string | null;
}

/** The plan that an order comes from. */
export interface PlanSource {
  readonly run_id: string;
  /** Null if that run is not in the store. */
  readonly spec: string | null;
}

/** The last revision of an order that was carried out. */
export interface RevisionStory {
  readonly revision: number;
  /** The order before that revision; null if it cannot be read. */
  readonly before: JsonValue | null;
}

/** What git says that a commit changes. */
export interface CommitDiff {
  readonly files: readonly FileCount[];
  /** As git prints it; left out if nobody asked for it. */
  readonly patch?: string;
}

export interface FileCount {
  readonly path: string;
  /** Lines; null for a file that is not text. */
  readonly added: number | null;
  readonly removed: number | null;
}

/** The setup of the run's last session. */
export interface SetupStory {
  readonly commands: readonly string[];
  /** Null if it broke off. */
  readonly ok: boolean | null;
  /** Whether an earlier installation was reused. */
  readonly cached: boolean;
  /** The command that failed, and how. */
  readonly failed: { readonly command: string; readonly exit_code: number | null } | null;
  readonly duration_ms: number | null;
}

/** The result of the acceptance commands at the baseline, before the work. */
export interface AcceptanceBeforeStory {
  /** The command that failed, which settles it; null if none did. */
  readonly failed: string | null;
  readonly duration_ms: number;
}

export interface BaselineStory {
  /** Whether the commands ran for it, the order before had verified the tree, or an earlier run had. */
  readonly source: "run" | "order" | "remembered";
  readonly ok: boolean;
  /** The commands that failed. The failures that they name are not held against the order. */
  readonly red: readonly {
    readonly command: string;
    readonly exit_code: number | null;
    readonly failures: readonly string[];
  }[];
  /** What failed in one of two runs. */
  readonly flaky: readonly string[];
  readonly duration_ms: number;
}

export interface CommitStory {
  readonly commit: string;
  readonly branch: string;
  readonly files: readonly string[];
  /** Other files that commands changed; not committed. */
  readonly drift: readonly string[];
  /** What it rests on. */
  readonly evidence: Evidence | null;
  readonly pushed_to: string | null;
  /** Left out if nobody asked git, or if git does not know. */
  readonly diff?: CommitDiff;
}

/** Work on an order before its turn. It does not count. */
export interface SpeculationStory {
  /** Counts from 1 within the order's run. */
  readonly speculation: number;
  readonly started_at: string;
  readonly steps: readonly StepStory[];
}
