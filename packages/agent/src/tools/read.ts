import { counted } from "@llmch/text";
import { defineTool } from "../define-tool.ts";
import { fitLines } from "../output/fit-lines.ts";
import { openText } from "../paths.ts";

interface Range {
  readonly from: number;
  readonly to?: number | null;
}

const lineNumber = { type: "integer", minimum: 1 } as const;

/** Shows the lines of a file. */
export const read = defineTool<{ readonly path: string; readonly ranges?: readonly Range[] }>({
  name: "read",
  risk: "read",
  about:
    'Shows a file of the repo, with your draft laid over: whole, or ranges of its lines. "NUMBER|" before a line is not in the file.',
  properties: {
    path: { type: "string", description: "The file." },
    ranges: {
      type: ["array", "null"],
      maxItems: 20,
      description: "Which lines, counted from 1; left out, all of them.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["from"],
        properties: {
          from: lineNumber,
          to: { type: ["integer", "null"], minimum: 1, description: "The last line; left out, to the end." },
        },
      },
    },
  },
  required: ["path"],
  run: async ({ path, ranges }, context) => {
    const opened = await openText(path, context);
    if (!opened.ok) return { ok: false, said: opened.issues[0] };
    const file = opened.value;
    const lines = context.redact(file.text).replace(/\n$/, "").split("\n");
    const whole = `${counted(lines.length, "line")}, ${counted(file.bytes, "byte")}`;
    if (file.text === "") return { ok: true, said: "the file is empty" };
    const wanted = rangesOf(ranges, lines.length);
    if (wanted.length === 0) return { ok: false, said: `the file ends before that: it has ${whole}` };
    const numbers = wanted.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
    const { text, count, isCut } = fitLines(numbered(numbers, lines), context.room);
    const next = numbers[count];
    const notes = [
      ...(next === undefined ? [] : [`shown up to line ${numbers[count - 1]}: ask for the rest from line ${next} on`]),
      ...(isCut ? ["the line is too long and cut: look for a part of it with `search`"] : []),
    ];
    return {
      ok: true,
      said: [whole, ...notes].join("; "),
      shown: { label: `${file.path} ("NUMBER|" before a line is not in the file)`, text },
    };
  },
});

/** Sorts the ranges and merges those that overlap or touch. */
const rangesOf = (ranges: readonly Range[] | undefined, count: number) => {
  if (ranges === undefined || ranges.length === 0) return [{ from: 1, to: count }];
  const within = ranges
    .map(({ from, to }) => ({ from, to: Math.min(to ?? count, count) }))
    .filter(({ from, to }) => from <= to)
    .sort((a, b) => a.from - b.from);
  const merged: { from: number; to: number }[] = [];
  for (const range of within) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
};

/** Prefixes each line with its number. */
function* numbered(numbers: readonly number[], lines: readonly string[]): Generator<string> {
  for (const number of numbers) yield `${number}|${(lines[number - 1] ?? "").replace(/\r$/, "")}`;
}
