import { COMPLEXITIES, examinerNamed, type Settings } from "@llmch/contract/settings";

/** What the planner may be asked for while orders are carried out. */
export interface PlannerWork {
  readonly revises: boolean;
  readonly divides: boolean;
  readonly designs: boolean;
  readonly examines: boolean;
}

/**
 * What a run may ask the planner for, according to its settings and options.
 * @param revise how many orders that a model objects to may be revised without asking; undefined for none
 * @param isDesigned true if no design needs to be made
 */
export const plannerWork = (
  settings: Pick<Settings, "factory" | "triage" | "design" | "examine">,
  { revise, isDesigned }: { readonly revise: number | undefined; readonly isDesigned: boolean },
): PlannerWork => ({
  revises: revise !== undefined || settings.factory.escalation.some((row) => row.do === "revise"),
  divides: mayDivide(settings),
  designs: settings.design.make && !isDesigned,
  examines: examinerNamed(settings.examine.model) !== null,
});

/** Whether the settings allow dividing orders: after failed attempts, or because triage calls them complex. */
export const mayDivide = ({ factory, triage }: Pick<Settings, "factory" | "triage">): boolean =>
  factory.escalation.some((row) => row.do === "divide") ||
  (triage.orders && COMPLEXITIES.some((each) => triage[each].divide));
