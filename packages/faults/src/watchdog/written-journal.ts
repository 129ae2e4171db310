import { JOURNAL_START, sealLine } from "@llmch/contract";

export const JOURNAL = "events.jsonl";

export const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

/** The journal of those events, as llmch would have written it. */
export const resealed = (lines: readonly string[]): string => {
  let before = JOURNAL_START;
  return lines
    .map((text, seq) => {
      const { checksum: _, ...event } = JSON.parse(text) as Record<string, unknown>;
      const sealed = sealLine(JSON.stringify({ ...event, seq }), before);
      before = sealed.checksum;
      return `${sealed.line}\n`;
    })
    .join("");
};
