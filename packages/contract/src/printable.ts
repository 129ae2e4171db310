/** A foreign text that is safe to print: no terminal escapes, no control characters, no line breaks, nothing invisible. */
export const printable = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(UNSEEN, "")
    .trim();

/** The same for a text of several lines: keeps line breaks and white space. */
export const printableText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|(?![\n\t])[\u0000-\u001f\u007f-\u009f]/g, "")
    .replace(UNSEEN, "");

/**
 * Characters that change the direction of a text or take no room, so that it reads as something else. Joiners stay: scripts and
 * emoji need them.
 */
const UNSEEN = /[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The lines of a foreign text, each printable. */
export const printableLines = (text: string): string[] => text.split(/\r?\n/).map((line) => printable(line));
