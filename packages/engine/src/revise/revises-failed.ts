import type { Settings } from "@llmch/contract/settings";

/** Whether a row of the escalation table revises orders. */
export const revisesFailed = ({ factory }: Pick<Settings, "factory">): boolean =>
  factory.escalation.some(({ do: what }) => what === "revise");
