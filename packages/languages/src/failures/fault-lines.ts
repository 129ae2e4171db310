import { tellsOfFailure } from "./telling-lines.ts";

/** Longer lines are minified code or data. */
const MOST_COLUMNS = 200;

/** What tools other than test runners and compilers say: formatters, linters, shells, checks of coverage or licences. */
const FAULT = new RegExp(
  [
    String.raw`\berrors\b|×|\b(?:segmentation fault|core dumped|aborted|killed|terminated)\b`,
    String.raw`\b(?:would )?(?:be )?reformat(?:ted)?\b|\b(?:un|not )formatted\b|^\s*\[warn\]|^\s*diff in |^diff --git |^(?:---|\+\+\+) |^@@ `,
    String.raw`\bSC\d{4}\b|^\s*unused\b|\b(?:denied|invalid|missing|lacks?|mismatch\w*|violat\w+|outdated|disallowed|forbidden|vulnerab\w+)\b`,
    String.raw`\b(?:has|have) no\b|\bout of date\b|\bbelow\b|\bnot (?:met|reached|allowed|found)\b`,
    // A list of the files that are not as they should be.
    String.raw`^\s*(?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*\.[a-z]\w{0,4}$`,
  ].join("|"),
  "i",
);

/** A runner's line about a test that passed: the test's name may mention errors. */
const PASSING = /^\s*(?:ok\b|[✓✔√]|PASS(?:ED)?\b|--- PASS|=== |test .* \.\.\. ok$)|(?:\bPASSED| \.\.\. ok)(?:\s|$)/;

/** What a runner says of itself, and its count of results: that changes with every test that an order adds. */
const COUNTS =
  /^\s*#|failureType|^=*\s*(?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|subtests passed)(?:, )?)+ ?in [\d.:]+s|^\s*(?:Tests|Test Suites|Test Files|Snapshots):?\s+(?:\d+ (?:failed|passed|skipped|todo|total)[,| ]*)+(?:\(\d+\))?$|^FAILED \((?:(?:failures|skipped|expected failures)=\d+(?:, )?)+\)$/;
const ZERO = /\b(?:fail(?:ed|ures|ing)?|errors?)[: ]+0\b|\b0 (?:fail|error)\w*/gi;

/** True for a line of a failed command's output that reports a fault of any tool, so that nothing may excuse it unless it was there before. */
export const reportsFault = (line: string): boolean => {
  const text = line.slice(0, MOST_COLUMNS);
  if (PASSING.test(text) || COUNTS.test(text)) return false;
  const counted = text.replace(ZERO, "");
  return tellsOfFailure(counted) || FAULT.test(counted);
};
