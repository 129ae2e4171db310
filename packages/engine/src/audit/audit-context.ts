import type { Redactor, WorkOrder } from "@llmch/contract";
import type { Repository } from "@llmch/workspace";
import type { LandedPlaces } from "./landed.ts";

/** What audits work with. */
export interface AuditContext extends LandedPlaces {
  /** The artifacts root. */
  readonly root: string;
  /** Null if none is recorded: commits are then not checked, and a finding says so. */
  readonly repo: Repository | null;
  readonly signal: AbortSignal;
  /** The orders kept by the store's plans and run-alls, by hash. */
  readonly orders: () => Promise<ReadonlyMap<string, WorkOrder>>;
  /** Knows the secrets in proposals, if this environment has them. */
  readonly redactor: Redactor;
}
