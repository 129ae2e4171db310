import type { JsonValue } from "@llmch/text";

/** The longest quoted value before it is cut. */
export const LONGEST_QUOTE = 160;

/** An offending value in a message: as JSON, on one line, cut if it is long. */
export const quote = (value: JsonValue): string => {
  const text = JSON.stringify(typeof value === "string" ? value.slice(0, LONGEST_QUOTE + 1) : value);
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
};
