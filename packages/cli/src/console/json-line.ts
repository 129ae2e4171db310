export type Level = "error" | "warning" | "info";

/**
 * A value as one line that no terminal obeys either: JSON itself lets some control characters stand.
 * @param redact takes secrets out of every text
 */
export const jsonLine = (value: object, redact: (text: string) => string): string => {
  const text = JSON.stringify(value, (_, member: unknown) => (typeof member === "string" ? redact(member) : member));
  return `${harmlessJson(text)}\n`;
};

/** A JSON text with the same meaning, in which nothing stands that a terminal obeys or that hides from a reader. */
export const harmlessJson = (json: string): string => json.replace(CONTROLS, escaped);

const CONTROLS = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** What a line says, and how bad that is: some say it themselves in their first word. */
export const levelOf = (level: Level, line: string): { readonly level: Level; readonly message: string } => {
  const [, word, message] = /^(error|warning): (.*)$/s.exec(line) ?? [];
  if (message === undefined) return { level, message: line };
  return { level: word === "warning" ? "warning" : "error", message };
};
