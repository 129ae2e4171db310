import type { Failure, FailureReader } from "../failure.ts";

/** A fault on a single line: where, and what. */
const LINES: readonly RegExp[] = [
  // tsc, plain and pretty
  /^(?<path>[^\s(][^(]*)\((?<row>\d+),(?<column>\d+)\): error (?<what>TS\d+: .*)$/,
  /^(?<path>\S.*?):(?<row>\d+):(?<column>\d+) - error (?<what>TS\d+: .*)$/,
  // gcc, clang, javac, mypy
  /^(?<path>[^\s:][^:]*):(?<row>\d+):(?:(?<column>\d+):)? (?:fatal )?error: (?<what>.*)$/,
  // go build and go vet
  /^(?:vet: )?(?<path>\S+\.go):(?<row>\d+):(?<column>\d+): (?<what>.*)$/,
  // ruff and flake8, concise
  /^(?<path>\S+):(?<row>\d+):(?<column>\d+): (?<what>[A-Z]+\d+ .*)$/,
];

/** A fault with its place on the next line: rustc, and ruff in full. */
const HEADED = /^(?:error(?:\[E\d+\])?: .*|[A-Z]{1,4}\d{3,4} (?:\[\*\] )?\S.*)$/;
const ARROW = /^\s*--> (\S.*:\d+:\d+)$/;

/** Compilers, type checkers and linters. */
export const readCompilers: FailureReader = (lines) => {
  const found: Failure[] = [];
  let file: string | null = null;
  for (const [index, line] of lines.entries()) {
    const fault = faultOn(line) ?? faultBelow(lines, index) ?? (file === null ? null : eslintFault(line, file));
    if (fault !== null) found.push(fault);
    else if (line.trim() === "") file = null;
    else if (/^\S.*\.\w+$/.test(line)) file = line;
  }
  return found;
};

const faultOn = (line: string): Failure | null => {
  for (const pattern of LINES) {
    const { path, row, column, what } = pattern.exec(line)?.groups ?? {};
    if (path === undefined || what === undefined) continue;
    return { name: what.trim(), place: [path, row, ...(column === undefined ? [] : [column])].join(":"), detail: [] };
  }
  return null;
};

const faultBelow = (lines: readonly string[], index: number): Failure | null => {
  const line = lines[index] ?? "";
  if (!HEADED.test(line)) return null;
  const place = ARROW.exec(lines[index + 1] ?? "")?.[1];
  return place === undefined ? null : { name: line, place, detail: codeBelow(lines, index + 2) };
};

const MOST_CODE = 12;

/** The code with its markers, as rustc prints it: the text at the markers is the better half of the message. */
const codeBelow = (lines: readonly string[], from: number): readonly string[] => {
  const rest = lines.slice(from, from + MOST_CODE);
  const end = rest.findIndex((line) => line.trim() === "");
  return (end === -1 ? rest : rest.slice(0, end)).filter((line) => /[\^-]/.test(line) || /^\s*\d+ \|/.test(line));
};

/** ESLint names the file once, then lists each fault below it. */
const eslintFault = (line: string, file: string): Failure | null => {
  const [, row, column, what] = /^\s+(\d+):(\d+)\s+error\s+(.*?)$/.exec(line) ?? [];
  return what === undefined
    ? null
    : { name: what.replace(/\s{2,}/g, "  "), place: `${file}:${row}:${column}`, detail: [] };
};
