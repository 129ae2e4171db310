import type { Diagnostic, DiagnosticCode } from "@llmch/contract";
import { type Findings, quote, specSentences } from "@llmch/planner";
import { shortened } from "@llmch/text";

/** What can be said of a spec before it is planned. */
export interface SpecCheck extends Findings {
  /** How many of its sentences demand something. */
  readonly demands: number;
}

/** Judges a spec by its words alone. A pointer leads into the list of its lines: `/11` is the twelfth. */
export const lintSpec = (spec: string): SpecCheck => {
  const lines = spec.split(/\r?\n/);
  const demands = specSentences(spec).flatMap(({ text, isDemand }) => (isDemand ? [text] : []));
  const nothing = {
    code: "E311",
    wo_id: null,
    field: null,
    pointer: "",
    message: "no sentence demands anything",
  } as const;
  return {
    errors: [...(demands.length === 0 ? [nothing] : []), ...placeholders(lines)],
    warnings: weakSentences(demands, lines),
    demands: demands.length,
  };
};

/** More than anybody reads at once. */
const MOST_TOLD = 100;

/** Words that stand for something still to be said. TODO is also a word of products, so it counts only where nothing goes on. */
const PLACEHOLDER =
  /\b(?:TBD|TBC|TBA|FIXME)\b|\?{3,}|\blorem ipsum\b|\bTODO\b(?=\s*[:(])|(?<=^\s*(?:[-*+]\s+|\d+[.)]\s+|#+\s+)?|[:=([<|]\s*|\b(?:is|are|be|do|does)\s+)\bTODO\b(?=\s*(?:[.!?)\]>|]|$))/g;

const placeholders = (lines: readonly string[]): readonly Diagnostic[] =>
  withoutCode(lines)
    .flatMap((line, index) =>
      [...new Set(line.match(PLACEHOLDER) ?? [])].map((word) =>
        finding("E312", `line ${index + 1} has the placeholder ${quote(word)}`, word, index),
      ),
    )
    .slice(0, MOST_TOLD);

/** The lines with blanks for code, between fences and between backticks. */
const withoutCode = (lines: readonly string[]): readonly string[] => {
  let fence: string | null = null;
  return lines.map((line) => {
    const mark: string | undefined = /^\s*(?:>\s?)*(`{3,}|~{3,})/.exec(line)?.[1];
    const isIn: boolean = fence !== null;
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    return isIn || mark !== undefined ? "" : line.replace(/(`+)[^`]+\1/g, (code) => " ".repeat(code.length));
  });
};

const VAGUE =
  /\b(?:user[- ]friendly|easy to use|easily|intuitive(?:ly)?|robust(?:ly)?|flexible|seamless(?:ly)?|state[- ]of[- ]the[- ]art|modern|appropriate(?:ly)?|reasonabl[ey]|suitabl[ey]|sensibl[ey]|as needed|if necessary|and so on|and more|etc)\b/i;
/** Words that a number in the same sentence makes plain. */
const VAGUE_AMOUNT = /\b(?:fast|quick(?:ly)?|slow(?:ly)?|performant|efficient(?:ly)?|scalable)\b(?!-)/i;

const weakSentences = (demands: readonly string[], lines: readonly string[]): readonly Diagnostic[] => {
  const found: Diagnostic[] = [];
  let line = 0;
  for (const sentence of demands) {
    if (found.length >= MOST_TOLD) break;
    line = lineWith(beginningOf(sentence), lines, line) ?? line;
    const words = sentence.replace(/(`+)[^`]+\1/g, " ");
    const vague = VAGUE.exec(words) ?? (/\d/.test(words) ? null : VAGUE_AMOUNT.exec(words));
    if (vague === null) continue;
    const [word] = vague;
    const message = `${quote(word)} says nothing that a command could check in ${quote(shortened(sentence))}`;
    found.push(finding("W313", message, word, lineWith(word, lines, line) ?? line));
  }
  return found;
};

/** Enough of a sentence to find its line; lines are wrapped anywhere. */
const beginningOf = (sentence: string): string => sentence.split(" ").slice(0, 3).join(" ");

/** Nobody wraps one sentence over more lines, or writes more between two. */
const MOST_LINES = 200;

const lineWith = (words: string, lines: readonly string[], from: number): number | null => {
  const at = lines.slice(from, from + MOST_LINES).findIndex((line) => line.includes(words));
  return at === -1 ? null : from + at;
};

const finding = (code: DiagnosticCode, message: string, field: string, line: number): Diagnostic => ({
  ...{ code, wo_id: null, field, message },
  pointer: `/${line}`,
});
