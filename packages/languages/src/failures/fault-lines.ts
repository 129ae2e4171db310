import { marksFailure } from "./telling-lines.ts";

/** Longer lines are minified code or data. */
const MOST_COLUMNS = 200;

/** Signatures of tools other than test runners and compilers: formatters, linters, shells. Ordinary words would also be in tests' names. */
const FAULT = new RegExp(
  [
    String.raw`\bsegmentation fault\b|\bcore dumped\b|^(?:\S+: line \d+: .*)?(?:aborted|killed|terminated)\b`,
    String.raw`^would reformat:? |^\s*\[warn\]|^diff in |^diff --git |^@@ |\^-- SC\d{4}\b|^unused \w+ \(\d+\)`,
    String.raw`^\s*× |\b[1-9]\d* errors?\b|\berrors were\b`,
    // Jest's thresholds; those of other tools have a word of failure.
    String.raw`\bcoverage threshold for .+ not met\b|^Jest: Uncovered count for .+ exceeds `,
    // A list of the files that are not as they should be; a runner indents the names of its groups.
    String.raw`^(?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*\.[a-z]\w{0,4}$`,
  ].join("|"),
  "i",
);

/**
 * Signatures of which a tool prints exactly one for each fault: shellcheck, stylelint, Biome (not vitest, which indents more), and the
 * formatters Prettier, Black and Ruff. Rustfmt's differences are not among them: one may fall into two.
 */
const FINDING =
  /\^-- SC\d{4}\b|^\s+\d+:\d+\s+[✖×]\s|^ {2}× (?!Some (?:errors|warnings) were)|^\[warn\] \S+\.\w+$|^would reformat:? /i;

/** A runner's line about a test that passed or did not run, or about a group of tests: their names may mention errors. */
const HARMLESS =
  /^\s*(?:ok\b|[✓✔√▶﹣○↓✎]|<testcase [^>]*>?$|<\/testcase>$|PASS(?:ED)?\b|--- (?:PASS|SKIP)|=== |test .* \.\.\. (?:ok|ignored)\b)|(?:\b(?:PASSED|SKIPPED)| \.\.\. (?:ok|skipped))(?:\s|$)|# SKIP\b|^\S+\.py [.sxS]+ +\[ *\d+%\]$/;

/** A text without the lines in which a runner says that a test passed, or a file of tests; all of it if there are no others. */
export const withoutPasses = (text: string): string => {
  const others = text.split("\n").filter((line) => !HARMLESS.test(line.slice(0, MOST_COLUMNS)));
  return others.some((line) => line.trim() !== "") ? others.join("\n") : text;
};

/** What a runner counts, which changes with every test that an order adds, and what it measures of files. */
const COUNTS = new RegExp(
  [
    String.raw`^\s*# (?:Subtest|tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)\b|failureType`,
    String.raw`^=*\s*(?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|subtests passed)(?:, )?)+ ?in [\d.:]+s`,
    String.raw`^\s*(?:Tests|Test Suites|Test Files|Snapshots):?\s+(?:\d+ (?:failed|passed|skipped|todo|total)[,| ]*)+(?:\(\d+\))?$`,
    String.raw`^\s*❯ .*\(\d+ tests?(?: \| \d+ \w+)*\)`,
    String.raw`^FAILED \((?:(?:failures|skipped|expected failures)=\d+(?:, )?)+\)$`,
    // Rows of coverage tables.
    String.raw`^\S+\s+\d+\s+\d+\s+(?:\d+\s+)*\d+%|^\s*\S+\s*\|\s*[\d.]+\s*\|`,
  ].join("|"),
);
const ZERO = /\b(?:fail(?:ed|ures|ing)?|errors?)[: ]+0\b|\b0 (?:fail|error)\w*/gi;

/** True for a line of a failed command's output that reports a fault of any tool, so that nothing may excuse it unless it was there before. */
export const reportsFault = (line: string): boolean => {
  const text = line.slice(0, MOST_COLUMNS);
  if (HARMLESS.test(text) || COUNTS.test(text)) return false;
  const counted = text.replace(ZERO, "");
  return marksFailure(counted) || FAULT.test(counted);
};

/** True for a line that stands for one fault, so that the same words once more are one more fault. */
export const reportsFinding = (line: string): boolean => FINDING.test(line.slice(0, MOST_COLUMNS));
