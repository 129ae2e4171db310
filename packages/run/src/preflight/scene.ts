import type { Context, FactoryOptions } from "@llmch/config";
import type { Acceptance, Design, RunConfig } from "@llmch/contract";
import type { LoadedOrder } from "@llmch/records";
import type { Repository } from "@llmch/workspace";

export interface PreflightRequest {
  readonly orders: readonly LoadedOrder[];
  /** The folder of the orders, which does not make the checkout dirty if it is in the repo. */
  readonly ordersDirectory: string;
  /** The design that the orders follow, if it is beside them or in the record. */
  readonly design?: Design | null;
  readonly options: FactoryOptions;
  /** What a person decides, and may not have decided yet. */
  readonly approve?: RunConfig["approve"];
  /** True if no person has seen the orders, or agreed to what they may do. */
  readonly isUnseen?: boolean;
  /** The id of the run to start: the lock names it. */
  readonly runId: string;
  /** Skips the orders that are done according to the branch's history. */
  readonly skipDone: boolean;
  /** Checks the orders as a whole, or a single one by itself. False for a resumed run, whose orders were checked already. */
  readonly checks: boolean;
  /** The orders are only a part of their plan, chosen by the user. */
  readonly isPart?: boolean;
  /** The other orders of that plan. */
  readonly others?: readonly LoadedOrder[];
  /** What must hold once all orders have landed, as the record has it; left out for a new run, whose plan says it. */
  readonly planAcceptance?: readonly Acceptance[];
}

/** What preflight needs of the context. The signal aborts it between two checks, with an exception. */
export type PreflightContext = Pick<Context, "settings" | "env" | "cwd" | "signal">;

/** What every check sees. */
export interface Scene extends PreflightRequest, PreflightContext {
  readonly repo: Repository;
  readonly branch: string;
  readonly artifactsRoot: string;
}
