import type { BaselineVerification } from "@llmch/contract";
import type { PlannedCommand } from "../planned-command.ts";
import type { RedCommand } from "./red-command.ts";

/** Who knows what verification says of the tree that an order starts from. */
export interface BaselineMemory {
  /** The tree's hash in git. */
  readonly tree: string;
  /** What is known of the tree by these commands. `isRecorded` if the run's own record says so. */
  recall(
    commands: readonly PlannedCommand[],
  ): Promise<{ readonly verification: BaselineVerification; readonly isRecorded: boolean } | null>;
  /** Told what fails on the tree, however that came to be known. */
  seen?(red: readonly RedCommand[]): void;
  keep(commands: readonly PlannedCommand[], verification: BaselineVerification): Promise<void>;
}
