import { accepted, REDACTED, type Redactor, type Result, rejected, sha256Hex } from "@llmch/text";

/** A file whose secrets may be restored. */
interface HidingFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The text with the redactor's mark for every placeholder. Reviewers compare it with texts that hold secrets, and learn nothing from the
 * difference.
 */
export const withoutPlaceholders = (text: string): string => text.replace(A_PLACEHOLDER, REDACTED);

/** What a model sees in place of the secrets in files, and how they return to these files (contract §5, §7). */
export interface Placeholders {
  /** True if any of the files holds a secret. */
  readonly some: boolean;
  /** The text without secrets: the files' secrets become placeholders, all others the redactor's mark. */
  hide(text: string): string;
  /**
   * The text with a file's placeholders replaced by their secrets.
   * @param base the current content of the file. A secret is restored only if the base contains it, and other text that looks like a
   * placeholder is kept only if the base contains it literally. The issues are the placeholders for which neither holds.
   */
  putBack(text: string, base: string): Result<string, string>;
}

const BEGINNING = REDACTED.slice(0, -1);
const A_PLACEHOLDER = /\[redacted by llmch: \d+-[0-9a-f]{8}\]/g;
/** Anything that looks like a placeholder, even a cut-off one. */
const LOOKS_LIKE_ONE = new RegExp(`${BEGINNING.replace("[", "\\[")}(?:[^[\\]\\n]{0,60}\\])?`, "g");

/**
 * A placeholder is a number, by the first occurrences of the file's secrets, and a tag derived from the file without its secrets. So it is
 * the same in all attempts, reveals nothing about its secret, and is invalid if the file or the known secrets differ. A secret in several
 * files has the placeholder of the first.
 */
export const createPlaceholders = (redactor: Redactor, files: readonly HidingFile[]): Placeholders => {
  const names = new Map<string, string>();
  const values = new Map<string, string>();
  for (const { path, text } of files) {
    const found = [...new Set(redactor.find(text).map(([start, end]) => text.slice(start, end)))];
    if (found.length === 0) continue;
    const bare = replaced(redactor, text, (secret) => `${BEGINNING}: ${found.indexOf(secret) + 1}]`);
    const tag = sha256Hex(JSON.stringify([path, bare])).slice(0, 8);
    for (const [index, secret] of found.entries()) {
      const name = `${BEGINNING}: ${index + 1}-${tag}]`;
      values.set(name, secret);
      if (!names.has(secret)) names.set(secret, name);
    }
  }
  return {
    some: names.size > 0,
    hide: (text) => replaced(redactor, text, (secret) => names.get(secret) ?? REDACTED),
    putBack: (text, base) => {
      const lost = new Set<string>();
      const whole = text.replace(LOOKS_LIKE_ONE, (found) => {
        const secret = values.get(found);
        if (secret !== undefined && base.includes(secret)) return secret;
        if (secret !== undefined || !base.includes(found)) lost.add(found);
        return found;
      });
      const [first, ...rest] = lost;
      return first === undefined ? accepted(whole) : rejected(first, ...rest);
    },
  };
};

const replaced = (redactor: Redactor, text: string, named: (secret: string) => string): string => {
  const spans = redactor.find(text);
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let next = 0;
  for (const [start, end] of spans) {
    parts.push(text.slice(next, start), named(text.slice(start, end)));
    next = end;
  }
  return `${parts.join("")}${text.slice(next)}`;
};
