import type { PromptLimits, WorkOrder } from "@llmch/contract";
import type { Complexity, FactorySettings, TriageSettings, VerifySettings } from "@llmch/contract/settings";
import type { VerifyChoices } from "@llmch/languages";
import type { DerivingJob } from "./derived/derive-commands.ts";
import type { OrderScope } from "./prompt/plan-files.ts";
import type { ReviewJob } from "./review/review-job.ts";
import type { BaselineMemory } from "./verification/baseline-memory.ts";
import type { RedCommand } from "./verification/red-command.ts";

/** The inputs for carrying out one order. */
export interface OrderJob extends DerivingJob {
  readonly order: WorkOrder;
  /** All orders of the plan, including this one; left out if it stands alone. */
  readonly plan?: readonly OrderScope[];
  /** The text of `FACTORY_PROMPT.md`. */
  readonly template: string;
  readonly maxAttempts: number;
  /** The timeout of each command. */
  readonly timeoutSeconds: number;
  /** Ends the order if an attempt fails in the same way as an earlier one. */
  readonly stopOnRepeat: boolean;
  /** True if the answer of that attempt may change nothing. */
  readonly mayBeEmpty: (attempt: number) => boolean;
  /** What determines how the repo is verified, besides its tree. */
  readonly verifiedBy?: VerifiedBy;
  /** How much the prompts of an attempt show. */
  readonly settings: PromptLimits;
  /** The same for an attempt that another model makes; by default the same for every model. */
  readonly limitsOf?: (model: string) => PromptLimits;
  /** What the plan's orders have in common, limited to what concerns this one; left out or empty if there is nothing. */
  readonly design?: string;
  /** Reviews work that passed the gates; left out if there is no review. */
  readonly review?: ReviewJob | undefined;
  /** Tries the acceptance commands before the work; `strict` turns the warning into an error. */
  readonly triesAcceptance?: { readonly strict: boolean } | undefined;
  /** Formatters and linters that run on the files that a proposal writes; left out if there are none. */
  readonly fixes?: VerifySettings["fix"];
  /** Remembers how the gates' starting tree verifies. Without it, no earlier failure is excused. */
  readonly baseline?: (() => Promise<BaselineMemory>) | undefined;
  /** The verification failures that the model is told about in advance. By default, those of the tree that the gates start from. */
  readonly shownRed?: (() => Promise<readonly RedCommand[]>) | undefined;
  /** First has a model judge how hard the order is. */
  readonly triage?: TriageJob | undefined;
  /** What follows a failed attempt: the first row that fits. By default, another attempt of the same kind. */
  readonly escalation?: FactorySettings["escalation"];
  /** Commands that an author with tools may run on its draft, besides the order's own. */
  readonly checkCommands?: readonly string[];
  /** The order's turn has not come; left out in its turn. */
  readonly early?: EarlyJob | undefined;
}

/** Work before an order's turn ends with the first verdict of its gates, and is never divided. */
export interface EarlyJob {
  /** Whether anyone waits for that verdict, once the answer is there. */
  wantsVerdict(): boolean;
}

/** What determines how a repo is verified, besides its tree. */
export interface VerifiedBy {
  readonly choices: VerifyChoices;
  /** True if the file exists in a dependency folder, which git does not track. */
  readonly isInstalled: (path: string) => boolean;
}

/** Which model judges how hard an order is, and what follows from it. */
export type TriageJob = Pick<TriageSettings, "model" | Complexity>;
