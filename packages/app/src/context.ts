import type { Context, GivenSettings } from "@llmch/config";
import type { Decision, Need, RunEvent } from "@llmch/contract";
import type { RevisedPlan } from "@llmch/plan";
import type { PlanUser } from "@llmch/planner";
import type { ProposedRevision } from "@llmch/run";
import type { Said } from "@llmch/store/journals";
import type { Refusal } from "@llmch/text";

/** Who called for an operation, as far as the operation needs to know: a terminal, a program, a page. It must not throw. */
export interface Face extends PlanUser {
  /** How it is known to whoever reads of a decision. */
  readonly caller: Pick<Said, "through" | "client">;
  /** Receives the events of runs, as they are written to their journals. */
  event(event: RunEvent): void;
  /** Called when a command prints, with a function that returns its last line; null if nobody is watching. */
  readonly output: ((lastLine: () => string, order?: string) => void) | null;
  /**
   * Told what is about to be done, before anything is made: `consent` if a person saw it and said yes, false if it is not to be done, or why
   * nobody can say so.
   */
  begins(scene: Scene): Agreement | Promise<Agreement>;
  /** Shows what waits for a person, and asks; null if nobody can be asked, or says nothing now. */
  decides(need: Need, shown: string): Promise<(Decision & Partial<Said>) | null>;
  /** Waits for a usage limit to end; false if that was interrupted. Left out if nobody waits so long: then the run ends, and can go on. */
  waits?(until: Date): Promise<boolean>;
  /** Told what was taken for something that the request left open, in one sentence. */
  notes(sentence: string): void;
  /** Told how far work has come that has no events. */
  progress(progress: Progress): void;
  /** Told of each order that ended. */
  ended(order: import("./runs/results/order-result.ts").OrderResult): void;
}

/** How far work has come: which part, and how many of its steps are done. */
export interface Progress {
  readonly part: string;
  readonly done: number;
  readonly total: number;
}

/** Whether something is to be done, and whether a person said so; a refusal if nobody can be asked. */
export type Agreement = boolean | "consent" | Refusal;

/** What is about to be done. A face shows it, and may ask whether it should be. */
export type Scene =
  | import("./runs/results/run-scene.ts").RunScene
  | PlanScene
  | BuildScene
  | RemovalScene
  | ChangeScene
  | { readonly kind: "watch"; readonly run: string; readonly of: "plan" | "orders" | "build" };

/** A plan that is about to be asked for. */
export interface PlanScene {
  readonly kind: "plan";
  readonly operation: string;
  /** The spec, or the plan that is revised. */
  readonly subject: string;
  /** The repo as it was named, or found; false for none. */
  readonly repo: string | false;
  /** The record that answers; null if models do. */
  readonly replay: string | null;
  readonly models: readonly string[];
  readonly warnings: readonly string[];
  readonly caps: Context["settings"]["values"]["budget"];
}

/** A build that is about to begin, or to go on. What its steps are about to do is told too, as of any plan and run-all. */
export interface BuildScene extends Omit<PlanScene, "kind"> {
  readonly kind: "build";
  /** Its journal so far; empty for one that begins. */
  readonly events: readonly RunEvent[];
  /** How many orders may land at the most. */
  readonly most: number;
  /** What its commands may reach, for a person who agrees to its scope. */
  readonly reach: readonly string[];
}

/** Something that is about to be removed for good. */
export interface RemovalScene {
  readonly kind: "removal";
  readonly lines: readonly string[];
  readonly question: string;
}

/** A change of the user's own documents that waits for a yes: unless the face gives it, nothing changes. */
export interface ChangeScene {
  readonly kind: "change";
  /** Whether an empty answer is a yes. */
  readonly isUsual?: boolean;
  /** The new plan, or the revised order, that would be taken up. */
  readonly revised?: RevisedPlan;
  readonly revision?: ProposedRevision;
  readonly lines: readonly string[];
  readonly question: string;
  /** Why a yes does not do that was given before anybody saw the change; null if it does. */
  readonly unseen?: Refusal | null;
}

/** What every operation gets besides its request. */
export interface OperationContext extends Context {
  /** Settings that the caller named explicitly: by flags, or in the request. */
  readonly given: GivenSettings;
  /** The caller's repo: what a request means that names none. */
  readonly here: string;
  readonly face: Face;
}
