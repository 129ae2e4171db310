/** What an order can require of a file before or after it runs. */
export const CONDITION_KINDS = ["file_exists", "file_absent", "file_contains", "file_unchanged"] as const;

/** True if a condition of that kind can hold only for a file that exists. */
export const needsFile = (kind: string): boolean => kind !== "file_absent";

/** True if a postcondition of that kind ensures that the file exists, even if it did not before. */
export const givesFile = (kind: string): boolean => kind === "file_exists" || kind === "file_contains";

/** A condition as diagnostics and prompts show it: `file_exists src/a.ts`, `file_contains src/a.ts "export"`. */
export const conditionInWords = (condition: {
  readonly kind: string;
  readonly path: string;
  readonly text?: string | null | undefined;
}): string => {
  const { kind, path, text } = condition;
  return kind === "file_contains" ? `${kind} ${path} ${JSON.stringify(text ?? "")}` : `${kind} ${path}`;
};

/**
 * True if a file contains the text exactly. As in the `find` of an edit, a `\n` also matches `\r\n`: an order cannot know the file's line
 * endings.
 */
export const standsIn = (file: string, text: string): boolean =>
  file.includes(text) || file.replaceAll("\r\n", "\n").includes(text);

/** True if a file that meets the one condition meets the other. */
export const impliesCondition = (given: ComparedCondition, wanted: ComparedCondition): boolean => {
  if (given.path !== wanted.path) return false;
  if (wanted.kind === "file_exists") return givesFile(given.kind);
  if (wanted.kind === "file_contains")
    return given.kind === "file_contains" && (given.text ?? "").includes(wanted.text ?? "");
  return given.kind === wanted.kind && (wanted.sha256 ?? given.sha256) === given.sha256;
};

interface ComparedCondition {
  readonly kind: string;
  readonly path: string;
  readonly text?: string | null | undefined;
  readonly sha256?: string | null | undefined;
}
