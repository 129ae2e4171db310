import type { FailureReader } from "../failure.ts";

const RUN = /^=== (?:RUN|NAME|CONT) +(\S+)/;
const RESULT = /^( *)--- (FAIL|PASS|SKIP): (\S+)/;
const SAID = /^\s+(\S+\.go:\d+): (.*)$/;
const OWN_FRAME = /^\t(?!\/usr\/|.*\/(?:go\/src|pkg\/mod)\/)(\S+\.go:\d+)/;

interface Said {
  readonly place: string | null;
  readonly text: string;
}

/** A package's result, below those of its tests. */
const PACKAGE = /^(?:FAIL|ok {2}|\? {3})\t(\S+)/;

/**
 * `go test`, with or without `-v`. If it tests several packages, a test's name begins with its package: names and files need only be unique
 * in one.
 */
export const readGoTest: FailureReader = (lines) => {
  const ends = lines.flatMap((line, index) => {
    const name = PACKAGE.exec(line)?.[1];
    return name === undefined ? [] : [{ name, index }];
  });
  if (new Set(ends.map(({ name }) => name)).size < 2) return testsIn(lines);
  const packages = ends.map(({ name, index }, place) => ({ name, from: ends[place - 1]?.index ?? 0, to: index }));
  return [
    ...packages.flatMap(({ name, from, to }) =>
      testsIn(lines.slice(from, to)).map((test) => ({ ...test, name: `${name} > ${test.name}` })),
    ),
    // The end may be cut off.
    ...testsIn(lines.slice(ends.at(-1)?.index ?? 0)),
  ];
};

/** A test's output comes before its result, or below it. */
const testsIn: FailureReader = (lines) => {
  const said = new Map<string, Said[]>();
  const failed: string[] = [];
  let current = "";
  const say = (entry: Said) => {
    const entries = said.get(current) ?? [];
    entries.push(entry);
    said.set(current, entries);
  };
  for (const [index, line] of lines.entries()) {
    const [, , result, name] = RESULT.exec(line) ?? [];
    const running = RUN.exec(line)?.[1];
    const [, place, text] = SAID.exec(line) ?? [];
    if (name !== undefined) {
      current = name;
      if (result === "FAIL") failed.push(name);
    } else if (running !== undefined) current = running;
    else if (place !== undefined && text !== undefined) say({ place, text });
    else if (line.startsWith("panic: "))
      say({ place: placeOfPanic(lines.slice(index)), text: line.replace(/ \[recovered\]$/, "") });
    else if (/^ {8,}\S/.test(line) && said.has(current)) say({ place: null, text: line.trim() });
  }
  return failed
    .filter((name) => said.has(name) || !failed.some((other) => other.startsWith(`${name}/`)))
    .map((name) => {
      const entries = said.get(name) ?? [];
      return { name, place: entries.find(({ place }) => place !== null)?.place ?? null, detail: entries.map(toText) };
    });
};

const toText = ({ text }: Said): string => text;

const placeOfPanic = (lines: readonly string[]): string | null => {
  for (const line of lines.slice(0, 80)) {
    const place = OWN_FRAME.exec(line)?.[1];
    if (place !== undefined) return place;
  }
  return null;
};
