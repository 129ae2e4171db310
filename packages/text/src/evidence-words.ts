import { counted } from "./counted.ts";

/** Says that a verification ran no test, wherever evidence is told. */
export const NO_TEST_RAN = "NO TEST RAN";

/** `examined 23 of 23`, or why not. */
export const examinedInWords = (examined: { readonly passed: number; readonly of: number } | string): string =>
  typeof examined === "string" ? examined : `examined ${examined.passed} of ${examined.of}`;

/** What a repo's CI runs besides: `CI also runs: npm run lint, not verified`. */
export const ciInWords = (commands: readonly string[]): string => {
  const more = commands.length > MOST_NAMED ? [`${commands.length - MOST_NAMED} more`] : [];
  return `CI also runs: ${[...commands.slice(0, MOST_NAMED), ...more].join(", ")}, not verified`;
};
const MOST_NAMED = 5;

/** What a PASS rests on: `212 tests, 2 checks, 1 hidden`; null if tests were not counted. */
export const evidenceInWords = ({
  tests,
  acceptance,
  hidden,
  same_conversation = false,
  examined,
  ci_alone = [],
}: {
  readonly tests: number | null;
  readonly acceptance: number;
  readonly hidden: number;
  readonly same_conversation?: boolean;
  readonly examined?: { readonly passed: number; readonly of: number } | string;
  readonly ci_alone?: readonly string[];
}): string => {
  const ran = tests === null ? "tests not counted" : tests === 0 ? NO_TEST_RAN : counted(tests, "test");
  return `${[
    ran,
    counted(acceptance, "check"),
    ...(hidden === 0 ? [] : [`${hidden} hidden`]),
    ...(same_conversation ? ["same conversation"] : []),
    ...(examined === undefined ? [] : [examinedInWords(examined)]),
  ].join(", ")}${ci_alone.length === 0 ? "" : `; ${ciInWords(ci_alone)}`}`;
};
