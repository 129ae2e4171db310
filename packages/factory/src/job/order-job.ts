import type { BaselineVerification, Origin, PromptLimits, WorkOrder } from "@llmch/contract";
import type { Complexity, FactorySettings, TriageSettings, VerifySettings } from "@llmch/contract/settings";
import type { VerifyChoices } from "@llmch/languages";
import type { DerivingJob } from "./derive-commands.ts";
import type { OrderOutcome } from "./outcome.ts";
import type { PlannedCommand } from "./planned-command.ts";
import type { Ports } from "./ports.ts";
import type { RedCommand, RedLook } from "./red-command.ts";
import type { VerifyEnv } from "./verify-env.ts";

/** The inputs for carrying out one order. */
export interface OrderJob extends DerivingJob {
  readonly order: WorkOrder;
  /** The order that its user wrote or was shown, if a model or a stranger has written this one since; null if the user saw none. */
  readonly origin?: Origin | undefined;
  /** Its commands that its user has not seen; left out if there are none, or none that run. */
  readonly unseen?: ReadonlySet<string>;
  /** All orders of the plan, including this one; left out if it stands alone. */
  readonly plan?: readonly OrderScope[];
  /** The text of `FACTORY_PROMPT.md`. */
  readonly template: string;
  readonly maxAttempts: number;
  /** The timeout of each command. */
  readonly timeoutSeconds: number;
  /** Whether the order, or its child, ends with that attempt if it gives the same answer as the one before, which failed. */
  readonly stopOnRepeat: (order: string, attempt: number) => boolean;
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
  /** Refuses work that weakens what verifies the repo. */
  readonly strict?: boolean;
  /** Refuses work whose verification ran no test. */
  readonly needsTests?: boolean;
  /** Formatters and linters that run on the files that a proposal writes; left out if there are none. */
  readonly fixes?: VerifySettings["fix"];
  /** Variables of the commands that judge a tree; by default `CI=true`. */
  readonly verifyEnv?: VerifyEnv;
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

/** How an order's work is reviewed. */
export interface ReviewJob {
  /** The text of `REVIEWER_PROMPT.md`. */
  readonly template: string;
  /** How much the reviewer is shown. */
  readonly limits: PromptLimits;
  /** How many times blocking notes go back to the author within one attempt. */
  readonly rounds: number;
  /** What to do with work that could not be reviewed. */
  readonly onFailure: "pass" | "block";
}

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
  /** Looks into what is red, once a run: later it tells what that look found. By default it always looks. */
  once?(look: () => Promise<RedLook | null>): Promise<RedLook | null>;
  keep(commands: readonly PlannedCommand[], verification: BaselineVerification): Promise<void>;
}

/** The files that an order may write and read, known before it is carried out. */
export type OrderScope = Pick<WorkOrder, "allowed_files" | "context_files">;

/** Carries out an order from its beginning. */
export type CarryOut = (job: OrderJob, ports: Ports) => Promise<OrderOutcome>;
