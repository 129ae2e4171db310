import type { JsonValue } from "@llmch/contract";

const LONGEST = 160;

/** An offending value as a message names it: as JSON, on one line, cut where it is long. */
export const quote = (value: JsonValue): string => {
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, LONGEST + 1) : value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};
