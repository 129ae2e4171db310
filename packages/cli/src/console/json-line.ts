import { harmlessJson } from "@llmch/contract";

export type Level = "error" | "warning" | "info";

/**
 * A value as one line that no terminal obeys either: JSON itself lets some control characters stand.
 * @param redact takes secrets out of every text
 */
export const jsonLine = (value: object, redact: (text: string) => string): string => {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === "string" ? redact(member) : member));
  return `${harmlessJson(text)}\n`;
};

/** What a line says, and how bad that is: some say it themselves in their first word. */
export const levelOf = (level: Level, line: string): { readonly level: Level; readonly message: string } => {
  const [, word, message] = /^(error|warning): (.*)$/s.exec(line) ?? [];
  if (message === undefined) return { level, message: line };
  return { level: word === "warning" ? "warning" : "error", message };
};
