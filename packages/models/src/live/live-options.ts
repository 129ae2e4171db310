import type { Redactor } from "@llmch/contract";
import type { ModelSettings } from "../asked.ts";
import type { Connections } from "../connections.ts";
import type { Budget } from "../money/budget.ts";
import type { PriceList } from "../money/prices.ts";
import type { Time } from "../transport/time.ts";

/** What all live calls of a gateway share. */
export interface LiveOptions {
  readonly connections: Connections;
  readonly models: ModelSettings;
  readonly budget: Budget;
  readonly prices: PriceList;
  readonly signal: AbortSignal;
  readonly time: Time;
  readonly redactor: Redactor;
  /** The most open calls to one server; 1 if left out. */
  readonly jobs?: number;
}
