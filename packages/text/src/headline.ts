import { shortened } from "./shortened.ts";

/** What a text is about: its first line that says something, without a heading's marks. */
export const headlineOf = (text: string): string =>
  text
    .replace(/^\ufeff?---\n[\s\S]*?\n---\n/, "")
    .split("\n")
    .map((line) => line.trim().replace(/^#+ */, ""))
    .find((line) => line !== "") ?? "";

/** The same in a few words, as a name for what is made of it. */
export const titleOf = (text: string): string => shortened(headlineOf(text), 60);
