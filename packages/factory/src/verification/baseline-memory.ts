import type { BaselineVerification } from "@llmch/contract";
import type { PlannedCommand } from "../planned-command.ts";
import type { RedCommand } from "./red-command.ts";

/** Remembers how an order's starting tree verifies. */
export interface BaselineMemory {
  /** The tree's hash in git. */
  readonly tree: string;
  /** The known result of these commands on the tree. `isRecorded` if it comes from the run's own record. */
  recall(
    commands: readonly PlannedCommand[],
  ): Promise<{ readonly verification: BaselineVerification; readonly isRecorded: boolean } | null>;
  /** Called with what fails on the tree, however it became known. */
  seen?(red: readonly RedCommand[]): void;
  keep(commands: readonly PlannedCommand[], verification: BaselineVerification): Promise<void>;
}
