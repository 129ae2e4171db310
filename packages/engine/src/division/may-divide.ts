import { escalationOf, type Settings } from "@llmch/contract/settings";

/** Whether orders may be divided by the settings: after attempts that failed, or because they are said to be complex. */
export const mayDivide = ({ factory, triage }: Pick<Settings, "factory" | "triage">): boolean =>
  escalationOf(factory).some((row) => row.do === "divide") || (triage.orders && triage.complex_divide);
