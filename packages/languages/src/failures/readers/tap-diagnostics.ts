import { dedented, placeInStack } from "../lines.ts";

/** What a TAP producer tells of a result, in the lines below it. */
export interface TapDiagnostics {
  readonly place: string | null;
  readonly detail: readonly string[];
  /** True for a group that failed only because of a test in it, which has its own result. */
  readonly isGroup: boolean;
  /** True if the producer tells such groups from tests that fail of themselves. */
  readonly tellsGroups: boolean;
  /** True if the producer names an assertion's operator, as tape and its relatives do. Node names that of its error, next to the failure's type. */
  readonly hasOperator: boolean;
  /** True if bats tells where the test failed. */
  readonly isBats: boolean;
}

/** The YAML block below the result at `at`, or the comments that other producers print. */
export const tapDiagnostics = (lines: readonly string[], at: number, indent: number): TapDiagnostics => {
  const deeper = " ".repeat(indent + 1);
  const next = lines[at + 1] ?? "";
  if (next.startsWith(deeper) && next.trim() === "---") return fromYaml(untilDots(lines, at + 2, deeper));
  const comments = commentsFrom(lines, at + 1);
  const isBats = comments.some((line) => IN_BATS.test(line));
  return { ...NOTHING, place: placeInComments(comments), detail: comments, isBats };
};

/** What holds unless the diagnostics show otherwise. */
const NOTHING = { isGroup: false, tellsGroups: false, hasOperator: false, isBats: false };

const fromYaml = (block: readonly string[]): TapDiagnostics => {
  const value = (...keys: readonly string[]) => keys.map((key) => yamlValue(block, key)).find(isFilled) ?? [];
  const [at = "", ...nested] = value("at");
  const message = value("message");
  const [failureType] = value("failureType");
  const told = [value("error"), message, value("diff")].find(isFilled);
  return {
    ...NOTHING,
    place:
      placeInStack([`at ${at}`, ...value("stack")]) ??
      value("location")[0] ??
      placeInComments(message) ??
      placeOf([at, ...nested]),
    detail: told ?? [
      ...valueLines("expected", value("expected", "wanted")),
      ...valueLines("actual", value("actual", "found")),
    ],
    isGroup: failureType === "subtestsFailed",
    tellsGroups: failureType !== undefined,
    hasOperator: isFilled(value("operator")) && failureType === undefined,
  };
};

const isFilled = (value: readonly string[]): boolean => value.some((line) => line !== "");

/** More of one value would leave no room for the other. */
const MOST_VALUE_LINES = 8;
const MOST_VALUE_COLUMNS = 200;

const valueLines = (title: string, value: readonly string[]): readonly string[] => {
  const cut = value.map((line) => (line.length > MOST_VALUE_COLUMNS ? `${line.slice(0, MOST_VALUE_COLUMNS)}…` : line));
  if (cut.length <= 1) return cut.map((line) => `${title}: ${line}`);
  const shown = cut.length > MOST_VALUE_LINES ? [...cut.slice(0, MOST_VALUE_LINES), "…"] : cut;
  return [`${title}:`, ...shown.map((line) => `  ${line}`)];
};

/** The test's file is named last: bats begins with the function that it calls, which may be in another one. */
const IN_BATS = /^.*\bin test file (.+), line (\d+)[,)]/;
const IN_PERL = /^\s*(?:Failed test )?at (\S+) line (\d+)\.$/;

/** The place that bats or Perl's Test::More names. */
const placeInComments = (comments: readonly string[]): string | null => {
  for (const line of comments) {
    const [, file, row] = IN_BATS.exec(line) ?? IN_PERL.exec(line) ?? [];
    if (file !== undefined) return `${file}:${row}`;
  }
  return null;
};

/** The package tap writes a map. */
const placeOf = (map: readonly string[]): string | null => {
  const member = (key: string) =>
    map.flatMap((line) => (line.startsWith(`${key}: `) ? [line.slice(key.length + 2)] : []))[0];
  const [file, row, column] = ["fileName", "lineNumber", "columnNumber"].map(member);
  if (file === undefined || row === undefined) return null;
  return column === undefined ? `${file}:${row}` : `${file}:${row}:${column}`;
};

const MOST_LINES = 400;

/** A block that was cut off ends at the first line that is not indented deeper than the result: the next result begins there. */
const untilDots = (lines: readonly string[], from: number, deeper: string): readonly string[] => {
  const most = Math.min(lines.length, from + MOST_LINES);
  let end = from;
  const isInside = (line: string): boolean => line.trim() !== "..." && (line.startsWith(deeper) || line.trim() === "");
  while (end < most && isInside(lines[end] ?? "")) end += 1;
  return lines.slice(from, end);
};

const commentsFrom = (lines: readonly string[], from: number): readonly string[] => {
  const found: string[] = [];
  while (found.length < MOST_LINES) {
    const comment = /^\s*#\s?(?!\s*Subtest: )(.*)$/.exec(lines[from + found.length] ?? "")?.[1];
    if (comment === undefined) break;
    found.push(comment.trimEnd());
  }
  return found;
};

/** A scalar, plain or in quotes, or the lines below a key: a block after `|-`, or a map. Supports what TAP producers write. */
const yamlValue = (block: readonly string[], key: string): readonly string[] => {
  const space = /^ */.exec(block.find((line) => line.trim() !== "") ?? "")?.[0] ?? "";
  const start = `${space}${key}:`;
  const index = block.findIndex((line) => line.startsWith(start));
  if (index === -1) return [];
  const rest = (block[index] ?? "").slice(start.length).trim();
  if (rest !== "" && !/^[|>][-+\d]*$/.test(rest))
    return [rest.replace(/^'(.*)'$/, (_, inner: string) => inner.replaceAll("''", "'"))];
  const below = block.slice(index + 1);
  const end = below.findIndex((line) => line.trim() !== "" && !line.startsWith(`${space} `));
  return dedented(end === -1 ? below : below.slice(0, end));
};
