import type { Context, GoesOn } from "@llmch/config";
import type { LoadedOrder } from "@llmch/records";
import type { PreflightRequest } from "../preflight/scene.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Beginning } from "./beginning.ts";

/** What the user asked for, before anything in the repo was inspected. */
export interface Work {
  readonly request: PreflightRequest;
  /** The context with the settings that apply to it. */
  readonly context: Context;
  /** What besides preflight says what is left to do. */
  readonly begins: NewRun | StandingRun;
}

/** A run whose orders start from the beginning. */
export interface NewRun extends Pick<Schedule, "kind" | "design" | "config" | "anew"> {
  readonly goesOn: null;
}

/** A run whose journal says what is done. */
export interface StandingRun extends Pick<Schedule, "config"> {
  readonly goesOn: GoesOn;
  readonly beginning: Beginning;
  /** The orders that it began with. */
  readonly begun: readonly LoadedOrder[];
}
