import { normalizePath } from "@llmch/contract";

/** The program that a command names, without its folder: `python3` for `/usr/bin/python3`. */
export const programName = (word = ""): string => word.slice(word.lastIndexOf("/") + 1);

/** True for the name of a Python 3: `python`, `python3`, `python3.12`. */
export const isPython = (program: string): boolean =>
  program.startsWith("python") && /^python(?:3(?:\.[0-9]+)?)?$/.test(program);

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "ksh"]);

/** True for the name of a shell. */
export const isShell = (program: string): boolean => SHELLS.has(program);

/** The file that a command runs, if it runs one of its folder: the program, or a shell's script. */
export const calledFile = ([program = "", ...words]: readonly string[]): string =>
  normalizePath(isShell(programName(program)) ? (words.find((word) => !word.startsWith("-")) ?? "") : program);
