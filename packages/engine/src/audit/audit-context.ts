import type { Redactor, WorkOrder } from "@llmch/contract";
import type { Repository } from "@llmch/workspace";
import type { LandedPlaces } from "./landed.ts";

/** What audits look at. */
export interface AuditContext extends LandedPlaces {
  /** The artifacts root. */
  readonly root: string;
  /** Null where none is on record: commits are not looked at then, and that is said. */
  readonly repo: Repository | null;
  readonly signal: AbortSignal;
  /** The orders that the store's plans and run-alls have kept, by their hashes. */
  readonly orders: () => Promise<ReadonlyMap<string, WorkOrder>>;
  /** Knows the secrets that proposals held, if this environment has them. */
  readonly redactor: Redactor;
}
