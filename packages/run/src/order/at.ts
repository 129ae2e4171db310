import type { RedCommand } from "@llmch/factory";

/** Where an order is carried out. */
export interface At {
  /** The commit that its gates run on, and that it would land on. */
  readonly base: string;
  /** The commit that its prompts show: the run's start and the work of the orders that it depends on, and no other. */
  readonly view: string;
  /** Which failing verify commands the model is told about; null for those of the base. */
  readonly shownRed: readonly RedCommand[] | null;
}
