/** What changes from run to run, and its replacement. Each replacement works on the result of those before it. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes start with a control character
  [/\u001b\[[0-9;?]*[A-Za-z]/g, ""],
  // In quotes or brackets, a folder's name may contain spaces. Elsewhere a path ends at the first space.
  [/(["'`(])(?:file:\/\/)?\/(?:[^"'`():\n/]*\/)*[^\s"'`():<>|]*/g, "$1<path>"],
  [/(?:file:\/\/)?(?<![\w.])\/[^\s"'`():<>|]*/g, "<path>"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "<n>"],
  // Whole numbers first, so that no part of one is mistaken for a hex id. Digits inside a word last.
  [/\b\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?!\w|[.,]\d)|\b(?:0x[0-9a-f]+|[0-9a-f]{7,})\b|\d+(?:[.,]\d+)*/gi, "<n>"],
  [/<n>[ \t]?(?:[nuµμm]?s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/g, "<time>"],
  [/<time>(?:[ \t]*<time>)+/g, "<time>"],
  [/[ \t]+/g, " "],
];

/**
 * A command's output without what changes from run to run: absolute paths, numbers, durations, hex ids and terminal colours. Two runs that
 * fail for the same reason have the same fingerprint (contract §8). Takes linear time.
 */
export const fingerprint = (output: string): string =>
  VOLATILE.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), output);
