import { accepted, type Refusal, type Result } from "@llmch/text";
import { type Document, type Line, unusable } from "./markdown.ts";

/** An element such as `<task type="auto">…</task>` that begins a line of a document. */
export interface Element {
  readonly attributes: string;
  readonly line: number;
  /** From the line of its beginning to that of its end, both included. */
  readonly lines: readonly Line[];
  /** What stands between. */
  readonly text: string;
}

/** The elements of a name, in order. Refuses a document that ends inside of one: it was cut. */
export const elementsOf = (document: Document, name: string): Result<readonly Element[], Refusal> => {
  const elements: Element[] = [];
  const begins = new RegExp(`^\\s*<${name}(\\s[^>]*)?>`);
  const ends = `</${name}>`;
  for (let at = 0; at < document.lines.length; at++) {
    const [line] = document.lines.slice(at, at + 1);
    const begin = line === undefined || line.isCode ? null : begins.exec(line.text);
    if (line === undefined || begin === null) continue;
    const first = at;
    const isEnd = ({ text, isCode }: Line) => !isCode && text.includes(ends);
    while (at < document.lines.length && !document.lines.slice(at, at + 1).some(isEnd)) at++;
    if (at === document.lines.length)
      return unusable(document.path, line.number, `begins <${name}> and never ends it`, "end it, if the file is whole");
    const lines = document.lines.slice(first, at + 1);
    const whole = lines.map(({ text }) => text).join("\n");
    const text = whole.slice(begin[0].length, whole.lastIndexOf(ends)).trim();
    elements.push({ attributes: begin[1] ?? "", line: line.number, lines, text });
  }
  return accepted(elements);
};

/** What the first element of a name holds within a text; empty if there is none. */
export const within = (text: string, name: string): string => {
  const from = text.indexOf(`<${name}>`);
  const to = text.indexOf(`</${name}>`, from);
  return from === -1 || to === -1 ? "" : text.slice(from + name.length + 2, to).trim();
};
