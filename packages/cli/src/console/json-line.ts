import { harmlessJson } from "@llmch/text";

export type Level = "error" | "warning" | "info";

/**
 * A value as one line of JSON that is harmless on a terminal too: JSON itself allows some control characters.
 * @param redact removes secrets from every text
 */
export const jsonLine = (value: object, redact: (text: string) => string): string => {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === "string" ? redact(member) : member));
  return `${harmlessJson(text)}\n`;
};

/** A line's message and level; some lines give the level in their first word. */
export const levelOf = (level: Level, line: string): { readonly level: Level; readonly message: string } => {
  const [, word, message] = /^(error|warning): (.*)$/s.exec(line) ?? [];
  if (message === undefined) return { level, message: line };
  return { level: word === "warning" ? "warning" : "error", message };
};
