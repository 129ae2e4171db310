import type { Round, WorkOrder } from "@llmch/contract";
import type { FactorySettings } from "@llmch/contract/settings";
import type { VerifyChoices } from "@llmch/languages";
import type { CandidatesJob } from "./candidates/contenders.ts";
import type { DerivingJob } from "./derived/derive-commands.ts";
import type { RepoFixCommand } from "./derived/fix-commands.ts";
import type { OrderScope } from "./prompt/plan-files.ts";
import type { PromptSettings } from "./prompt/prompt-settings.ts";
import type { ReviewJob } from "./review/review-job.ts";
import type { TriageJob } from "./triage-job.ts";
import type { BaselineMemory } from "./verification/baseline-memory.ts";
import type { RedCommand } from "./verification/red-command.ts";

/** What is needed to carry out one order. */
export interface OrderJob extends DerivingJob {
  readonly order: WorkOrder;
  /** The orders of its plan, itself among them; left out if it stands alone. */
  readonly plan?: readonly OrderScope[];
  /** The text of `FACTORY_PROMPT.md`. */
  readonly template: string;
  readonly maxAttempts: number;
  /** Limit of each command, in seconds. */
  readonly timeoutSeconds: number;
  /** Ends the order once an attempt has failed in the same way as an earlier one. */
  readonly stopOnRepeat: boolean;
  /** True if that answer may change nothing. */
  readonly mayBeEmpty: (at: Pick<Round, "attempt" | "candidate">) => boolean;
  /** What decides how the repo is verified, besides its tree. */
  readonly verifiedBy?: VerifiedBy;
  readonly settings: PromptSettings;
  /** What the orders of the plan have in common, as far as it concerns this one; left out or empty if there is nothing. */
  readonly design?: string;
  /** Has what passed the gates reviewed; left out if nobody reviews. */
  readonly review?: ReviewJob;
  /** Has the acceptance tried before the work; `strict` makes a warning of it an error. */
  readonly triesAcceptance?: { readonly strict: boolean };
  /** Formatters and linters that run on the files that a proposal writes; left out if there are none. */
  readonly fixes?: readonly RepoFixCommand[];
  /** Who remembers how the tree verifies that the gates start from. Without it nothing that failed before is excused. */
  readonly baseline?: () => Promise<BaselineMemory>;
  /** What of the repo's verification the model is told fails already. By default what does so where the gates start. */
  readonly shownRed?: () => Promise<readonly RedCommand[]>;
  /** How many proposals an attempt asks for; one if left out. */
  readonly candidates?: CandidatesJob;
  /** Has a model say first how hard the order is. */
  readonly triage?: TriageJob;
  /** What follows a failed attempt, the first row that fits; by default the same again. */
  readonly escalation?: FactorySettings["escalation"];
  /** Commands that an author with tools may have run on its draft, beside the order's own. */
  readonly checkCommands?: readonly string[];
  /** The work is done ahead of the order's turn: it is not divided, and pauses where its gates say so. */
  readonly isAhead?: boolean;
}

/** What decides how a repo is verified, besides its tree. */
export interface VerifiedBy {
  readonly choices: VerifyChoices;
  /** True if an installed file exists: one in a dependency folder, which nothing tracks. */
  readonly isInstalled: (path: string) => boolean;
}
