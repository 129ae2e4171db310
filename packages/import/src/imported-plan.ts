import type { ImportedItem, PlanFormat } from "@llmch/contract";

/** A plan as it stands in a repo. Paths are those in the repo, with `/`. */
export interface PlanSource {
  readonly format: PlanFormat;
  /** The folder or the file that the user named. */
  readonly place: string;
  readonly files: readonly PlanFile[];
  /** The paths of all files in that folder. */
  readonly others: readonly string[];
}

export interface PlanFile {
  readonly path: string;
  readonly text: string;
}

interface Place {
  readonly path: string;
  readonly line: number;
}

/** Something in a plan that is no demand, and is said to its user. */
export interface Told extends Place {
  readonly text: string;
  readonly why: string;
}

/** A command that the plan's author wishes for acceptance. */
export interface WishedCommand extends Place {
  readonly command: string;
}

/** What explains demands and demands nothing by itself: criteria, scenarios, decisions. */
export interface ContextPart {
  /** With the ids of the items that it belongs to. */
  readonly title: string;
  readonly text: string;
}

/** What a plan's files say; what matters most stands first. */
export interface PlanParts {
  readonly items: readonly ImportedItem[];
  readonly context: readonly ContextPart[];
  readonly commands: readonly WishedCommand[];
  readonly told: readonly Told[];
  /** What stands in the context in other words. */
  readonly heads: readonly Place[];
}

export interface ImportedPlan extends PlanParts {
  readonly format: PlanFormat;
  /** What it is about, in a line. */
  readonly title: string;
}

/** The parts of several texts, in their order. */
export const together = (parts: readonly Partial<PlanParts>[]): PlanParts => ({
  items: parts.flatMap(({ items = [] }) => items),
  context: parts.flatMap(({ context = [] }) => context),
  commands: parts.flatMap(({ commands = [] }) => commands),
  told: parts.flatMap(({ told = [] }) => told),
  heads: parts.flatMap(({ heads = [] }) => heads),
});
