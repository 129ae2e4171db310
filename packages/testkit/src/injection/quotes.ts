const BEGIN = /^--- begin (.*) ([0-9a-f]{16})$/;

/** A prompt as a careful reader sees it: the text quoted as data, and the text outside all quotes. */
export interface ReadPrompt {
  readonly outside: string;
  readonly quotes: readonly { readonly label: string; readonly text: string }[];
}

/** Splits a prompt, line by line: a quote ends at the first line with its own mark. Throws for a quote that never ends. */
export const readQuotes = (prompt: string): ReadPrompt => {
  const lines = prompt.split("\n");
  const outside: string[] = [];
  const quotes: { label: string; text: string }[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, label, mark] = BEGIN.exec(lines[index] ?? "") ?? [];
    if (label === undefined || mark === undefined) {
      outside.push(lines[index] ?? "");
      continue;
    }
    const end = lines.indexOf(`--- end ${mark}`, index + 1);
    if (end < 0) throw new Error(`the quote of ${label} never ends`);
    const text = lines.slice(index + 1, end).join("\n");
    if (text.includes(mark)) throw new Error(`the quote of ${label} has a mark that its text holds`);
    quotes.push({ label, text });
    index = end;
  }
  return { outside: outside.join("\n"), quotes };
};
