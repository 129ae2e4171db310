import { COMPLEXITIES, escalationOf, type Settings } from "@llmch/contract/settings";

/** Whether the settings allow dividing orders: after failed attempts, or because triage calls them complex. */
export const mayDivide = ({ factory, triage }: Pick<Settings, "factory" | "triage">): boolean =>
  escalationOf(factory).some((row) => row.do === "divide") ||
  (triage.orders && COMPLEXITIES.some((each) => triage[each].divide));
