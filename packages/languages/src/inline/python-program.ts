import { MAX_ARGUMENT_LENGTH } from "./argument-length.ts";
import { isPython, programName } from "./program-name.ts";

/** Python's single-letter options without a value, and those with one (`python --help`). */
const FLAGS = "bBdEiIOPqRsStuvx";
const WITH_VALUE = "WX";

/**
 * The inline program of `python -c CODE`, found the way Python reads its arguments: options may precede `-c`, flags may share its dash
 * (`-Bc`), and the code may be attached to it. Null if the command has none. `code` is null if nothing follows the `-c`.
 */
export const pythonProgram = (argv: readonly string[]): { readonly code: string | null } | null => {
  if (!isPython(programName(argv[0]))) return null;
  if (argv.some((word) => word.length > MAX_ARGUMENT_LENGTH)) return null;
  for (let index = 1; index < argv.length; index++) {
    const option = argv[index] ?? "";
    if (option === "--check-hash-based-pycs") index++;
    else if (option.startsWith("--") || !option.startsWith("-") || option === "-") return null;
    else {
      const read = readCluster(option);
      if (read.ending === "c") return { code: read.glued || (argv[index + 1] ?? null) };
      if (read.ending === "other") return null;
      if (read.ending === "value" && read.glued === "") index++;
    }
  }
  return null;
};

/** Reads `-BIc…` letter by letter, up to the first letter that ends the cluster. `glued` is the rest after that letter. */
const readCluster = (option: string): { ending: "c" | "value" | "other" | "flags"; glued: string } => {
  for (let at = 1; at < option.length; at++) {
    const letter = option.charAt(at);
    const glued = option.slice(at + 1);
    if (letter === "c") return { ending: "c", glued };
    if (WITH_VALUE.includes(letter)) return { ending: "value", glued };
    if (!FLAGS.includes(letter)) return { ending: "other", glued };
  }
  return { ending: "flags", glued: "" };
};
