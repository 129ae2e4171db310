import type { AcceptedChange, FileState, RepoPath } from "@llmch/contract";
import { firstBytes, lineHunks, quoteAsData, utf8Length, utf8Text } from "@llmch/text";
import type { Files } from "../job/ports.ts";
import { textOf } from "../prompt/hidden-files.ts";

/** The files that work may change as they were before it, by path. */
export type StandingFiles = ReadonlyMap<string, FileState>;

export const standingFiles = async (
  paths: readonly RepoPath[],
  { inspect }: Pick<Files, "inspect">,
): Promise<StandingFiles> => {
  const states = new Map<RepoPath, FileState>();
  for (const path of paths) states.set(path, await inspect(path));
  return states;
};

export interface ShownChanges {
  readonly before: StandingFiles;
  /** Files that commands made. They are named but not shown, unless the author wrote them too. */
  readonly derived: readonly string[];
  /** Hides everything that no model may see. */
  readonly hide: (text: string) => string;
  /** The most bytes to show in total. */
  readonly most: number;
}

/** A candidate's changes as a reviewer sees them: diffs with context, numbered by the lines of the new file. */
export const quotedChanges = (
  changes: readonly AcceptedChange[],
  { before, derived, hide, most }: ShownChanges,
): string => {
  let left = most;
  const shown = changes.filter(({ path }) => before.has(path));
  const quotes = shown.map((change) => {
    const { title, text } = changeInLines(change, before.get(change.path) ?? { kind: "missing" });
    const hidden = hide(text);
    const part = firstBytes(hidden, left);
    left -= utf8Length(part);
    return quoteAsData(`${change.path} (${title}${part === hidden ? "" : "; cut"})`, part);
  });
  const made = derived.filter((path) => !before.has(path));
  if (made.length > 0) quotes.push(`Made by commands:\n\n${quoteAsData("paths", made.join("\n"))}`);
  return quotes.length === 0 ? "(it changes nothing)" : quotes.join("\n\n");
};

const CONTEXT_LINES = 12;
/** Comparison time grows with the square of this. */
const MAX_EDIT = 2_000;

const changeInLines = (change: AcceptedChange, state: FileState): { readonly title: string; readonly text: string } => {
  const before = state.kind === "file" ? textOf(state) : "";
  if (change.kind === "remove") return { title: "removed", text: before ?? NOT_TEXT };
  const after = utf8Text(change.content);
  if (after === null || before === null) return { title: "changed", text: NOT_TEXT };
  if (state.kind !== "file") return { title: "new", text: numbered(after) };
  const hunks = lineHunks(before, after, { context: CONTEXT_LINES, most: MAX_EDIT });
  if (hunks === null) return { title: "rewritten; as it is now", text: numbered(after) };
  return { title: "changed", text: hunks.map(hunkInLines).join("…\n") };
};

const NOT_TEXT = "(it is not text)";

const numbered = (text: string): string =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => `+${numberOf(index + 1)}|${line}\n`)
    .join("");

const hunkInLines = ({ newStart, lines }: { readonly newStart: number; readonly lines: readonly string[] }): string => {
  let number = newStart;
  return lines
    .map((line) => {
      const [sign, text] = [line.charAt(0), line.slice(1)];
      if (sign === "\\") return "";
      return sign === "-" ? `-${numberOf(null)}|${text}\n` : `${sign}${numberOf(number++)}|${text}\n`;
    })
    .join("");
};

const numberOf = (number: number | null): string => String(number ?? "").padStart(5);
