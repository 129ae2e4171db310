import type { Settings } from "@llmch/contract/settings";
import { mayDivide } from "./may-divide.ts";

/** What the planner may be asked for while orders are carried out. */
export interface PlannerWork {
  readonly revises: boolean;
  readonly divides: boolean;
  readonly designs: boolean;
}

/**
 * What a run may ask the planner for, according to its settings and options.
 * @param revise how many orders that a model objects to may be revised without asking; undefined for none
 * @param isDesigned true if no design needs to be made
 */
export const plannerWork = (
  settings: Pick<Settings, "factory" | "triage" | "design">,
  { revise, isDesigned }: { readonly revise: number | undefined; readonly isDesigned: boolean },
): PlannerWork => ({
  revises: revise !== undefined || settings.factory.escalation.some((row) => row.do === "revise"),
  divides: mayDivide(settings),
  designs: settings.design.make && !isDesigned,
});
