import { lineHunks, printableText } from "@llmch/text";
import type { Colors } from "../console/paint.ts";

/** Words that stay and are shown beside those that change. */
const CONTEXT_WORDS = 12;
/** Texts that differ more are removed and added whole. */
const MOST_CHANGED = 400;

/** What changes between two texts, word by word: `[-old-]{+new+}`. What is far from every change is left out. */
export const wordDiff = (before: string, after: string, colors: Colors): string => {
  const hunks = lineHunks(wordsOf(before), wordsOf(after), { context: CONTEXT_WORDS, most: MOST_CHANGED });
  if (hunks === null) return changed(before, after, colors);
  let told = "";
  let seen = 1;
  for (const { oldStart, oldLines, lines } of hunks) {
    if (oldStart > seen) told += told === "" ? "…" : " …";
    seen = oldStart + oldLines;
    let [gone, come] = ["", ""];
    for (const line of lines) {
      const word: string = JSON.parse(line.slice(1));
      if (line.startsWith("-")) gone += word;
      else if (line.startsWith("+")) come += word;
      else {
        told += changed(gone, come, colors) + printableText(word);
        [gone, come] = ["", ""];
      }
    }
    told += changed(gone, come, colors);
  }
  return seen <= (before.match(WORD)?.length ?? 0) ? `${told} …` : told;
};

const WORD = /\s*\S+|\s+$/g;

/** Each word on a line of its own, with the space before it. */
const wordsOf = (text: string): string => (text.match(WORD) ?? []).map((word) => `${JSON.stringify(word)}\n`).join("");

const changed = (gone: string, come: string, { red, green }: Colors): string => {
  const space = /^\s*/.exec(gone)?.[0] ?? "";
  const isShared = gone !== "" && come.startsWith(space);
  const [first, old, fresh] = isShared ? [space, gone.slice(space.length), come.slice(space.length)] : ["", gone, come];
  const part = (text: string, [open, close]: readonly [string, string], paint: (text: string) => string): string =>
    text === "" ? "" : paint(`${open}${printableText(text)}${close}`);
  return `${printableText(first)}${part(old, ["[-", "-]"], red)}${part(fresh, ["{+", "+}"], green)}`;
};
