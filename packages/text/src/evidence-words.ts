import { counted } from "./counted.ts";

/** Says that a verification ran no test, wherever evidence is told. */
export const NO_TEST_RAN = "NO TEST RAN";

/** What a PASS rests on: `212 tests, 2 checks, 1 hidden`; null if tests were not counted. */
export const evidenceInWords = ({
  tests,
  acceptance,
  hidden,
}: {
  readonly tests: number | null;
  readonly acceptance: number;
  readonly hidden: number;
}): string => {
  const ran = tests === null ? "tests not counted" : tests === 0 ? NO_TEST_RAN : counted(tests, "test");
  return [ran, counted(acceptance, "check"), ...(hidden === 0 ? [] : [`${hidden} hidden`])].join(", ");
};
