/** Longer lines are minified code or data. */
const MOST_COLUMNS = 500;

/** How compilers, and what loads a program, say that a file does not parse or build. Linters and type checkers of Python are none. */
const FAULTS: readonly RegExp[] = [
  // tsc, plain and pretty
  /^(?<path>[^\s(][^(\n]*)\(\d+,\d+\): error TS\d+: /gm,
  /^(?<path>[^\s:][^:\n]*):\d+:\d+ - error TS\d+: /gm,
  // gcc, clang, javac; esbuild
  /^(?<path>[^\s:][^:\n]*(?<!\.pyi?)):\d+:(?:\d+:)? (?:fatal )?error: /gim,
  // Maven
  /^\[ERROR\] (?<path>\S.*):\[\d+,\d+\]/gm,
  // go build and go vet
  /^(?:vet: )?(?<path>\S+\.go):\d+:\d+: /gm,
  // rustc
  /^error(?:\[E\d+\])?: .*\n\s*--> (?<path>\S.*):\d+:\d+$/gm,
  // Python, alone and in pytest
  /^(?:E +)? *File "(?<path>.+)", line \d+\n(?:.*\n){0,3}?(?:E +)?(?:Syntax|Indentation|Tab)Error: /gm,
  // Node
  /^(?:file:\/\/)?(?<path>[^\s:]+):\d+\n(?:.*\n){1,4}?SyntaxError: /gm,
];

/** Whether a command failed because a file of the repo does not parse or build. Expects text without terminal escapes. */
export const failsToBuild = (output: string, path: string): boolean => {
  // Node's test runner makes comments of what a test file prints.
  const lines = output.split("\n").map((line) => line.trimEnd().replace(/^# /, "").slice(0, MOST_COLUMNS));
  const text = lines.join("\n");
  return FAULTS.some((fault) => [...text.matchAll(fault)].some(({ groups }) => isSame(groups?.path ?? "", path)));
};

/** A tool names a file from the root of the disk, or from its own folder. */
const isSame = (told: string, path: string): boolean => {
  const plain = told.replace(/^(?:\.{1,2}\/)+/, "");
  return plain === path || plain.endsWith(`/${path}`) || (plain !== "" && path.endsWith(`/${plain}`));
};
