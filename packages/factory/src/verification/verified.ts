import type { PlannedCommand } from "../planned-command.ts";
import type { RedCommand } from "./red-command.ts";

/** A verification that passed. */
export interface Verified {
  readonly commands: readonly PlannedCommand[];
  /** The commands that failed just as they had before the order. */
  readonly red: readonly RedCommand[];
}
