/** What can be asked of a file before and after an order. */
export const CONDITION_KINDS = ["file_exists", "file_absent", "file_contains", "file_unchanged"] as const;

export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** True where a condition of that kind can hold of a file alone that is there. */
export const needsFile = (kind: string): boolean => kind !== "file_absent";

/** True where a file is there once a postcondition of that kind holds that need not have been there before. */
export const givesFile = (kind: string): boolean => kind === "file_exists" || kind === "file_contains";

/** A condition as diagnostics and prompts say it: `file_exists src/a.ts`, `file_contains src/a.ts "export"`. */
export const conditionInWords = (condition: {
  readonly kind: string;
  readonly path: string;
  readonly text?: string | null | undefined;
}): string => {
  const { kind, path, text } = condition;
  return kind === "file_contains" ? `${kind} ${path} ${JSON.stringify(text ?? "")}` : `${kind} ${path}`;
};

/**
 * True where a text stands in a file, letter by letter. As in the `find` of an edit, a `\n` also matches `\r\n`: an order cannot
 * know how the file ends its lines.
 */
export const standsIn = (file: string, text: string): boolean =>
  file.includes(text) || file.replaceAll("\r\n", "\n").includes(text);
