import type { PlannerAnswer, PromptLimits } from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import type { SyntaxReaders } from "@llmch/languages";
import type { IgnoredAmong } from "./check.ts";
import type { DesignInputs } from "./design/make-design.ts";
import type { HeldAcceptance } from "./held-acceptance.ts";
import type { SpecBox } from "./order-ticks.ts";
import type { Clock, Explorer, Ledger, Model, PlanUser } from "./ports.ts";
import type { PromptParts } from "./prompt.ts";
import type { ShownRoom } from "./rules/rule.ts";

/** Everything that a plan is made from. The template must already have passed `templateFault`. */
export interface CompileInputs extends PromptParts {
  /** The commit whose files were listed; null if there is none. It is recorded, but not hashed. */
  readonly repoCommit: string | null;
  /** Answers that are not JSON also count as attempts. */
  readonly settings: PlannerSettings;
  /** How much prompts show. */
  readonly limits: PromptLimits;
  readonly plannerRunId: string;
  /** Treat warnings as errors. */
  readonly strict?: boolean;
  /** No person will see the orders before they are carried out: a file that looks like a secret is an error (contract §11). */
  readonly unseen?: boolean;
  /** Have the work designed first; the result replaces `design`. */
  readonly designing?: Designing | null;
  /** What the user has answered before: an earlier session of this plan, or the record that is replayed. */
  readonly answers?: readonly PlannerAnswer[];
  /** For each demand of the spec, the box that its order ticks (contract §11); omitted if none is ticked. */
  readonly boxes?: readonly (SpecBox | null)[];
}

/** Which model designs the work of a plan, with which template. */
export type Designing = Pick<DesignInputs, "template" | "model">;

export interface CompilePorts {
  readonly model: Model;
  /** Asks instead of `model` where the planner looks around; omitted if it does not. */
  readonly explorer?: Explorer;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Omitted if nobody is there: questions then wait. */
  readonly user?: PlanUser;
  readonly syntaxes: SyntaxReaders;
  /** Omitted if no repo was named. */
  readonly ignoredAmong?: IgnoredAmong;
  /** Omitted if the models of the orders have tools. */
  readonly room?: ShownRoom;
  /** Omitted if no command of a plan may run. */
  readonly heldAcceptance?: HeldAcceptance;
}
