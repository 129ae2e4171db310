import { linesOf } from "./lines.ts";

/** How compilers say that a file does not build. Python and JavaScript have none: a program that throws such words has been judged. */
const FAULTS: readonly RegExp[] = [
  // tsc, plain and pretty
  /^(?<path>[^\s(][^(\n]*)\(\d+,\d+\): error TS\d+: /gm,
  /^(?<path>[^\s:][^:\n]*):\d+:\d+ - error TS\d+: /gm,
  // gcc, clang, javac
  /^(?<path>[^\s:][^:\n]*\.(?:[chi]\w*|[ch]\+\+|java)):\d+:(?:\d+:)? (?:fatal )?error: /gm,
  // Maven
  /^\[ERROR\] (?<path>\S.*):\[\d+,\d+\]/gm,
  // go build and go vet
  /^(?:vet: )?(?<path>\S+\.go):\d+:\d+: /gm,
  // rustc
  /^error(?:\[E\d+\])?: .*\n\s*--> (?<path>\S.*):\d+:\d+$/gm,
];

/** Whether a command failed because a file of the repo does not parse or build. Expects text without terminal escapes. */
export const failsToBuild = (output: string, path: string): boolean => {
  const text = linesOf(output).join("\n");
  return FAULTS.some((fault) => [...text.matchAll(fault)].some(({ groups }) => isSame(groups?.path ?? "", path)));
};

/** A tool names a file from the root of the disk, or from its own folder. */
const isSame = (told: string, path: string): boolean => {
  const plain = told.replace(/^(?:\.{1,2}\/)+/, "");
  return plain === path || plain.endsWith(`/${path}`) || (plain !== "" && path.endsWith(`/${plain}`));
};
