import type { InlineProgram } from "../profile.ts";
import { MAX_ARGUMENT_LENGTH } from "./argument-length.ts";
import { programName } from "./program-name.ts";

/** The letters of `bash -c`'s options. `o` and `O` take a name from the following words. */
const CLUSTER = /^[-+][abefhiklmnprstuvxBCEHPTcoOD]+$/;
const LONG = /^--(?:login|norc|noprofile|posix|verbose|noediting)$/;

/**
 * The inline program of `bash -c CODE` or `sh -c CODE`, for the shell of that name: the first word after the options, one of which has a
 * `c`. Null if the command has none, or has an unknown option.
 */
export const shellProgram =
  (shell: "bash" | "sh"): InlineProgram["find"] =>
  (argv) => {
    if (programName(argv[0]) !== shell) return null;
    if (argv.some((word) => word.length > MAX_ARGUMENT_LENGTH)) return null;
    let takesCode = false;
    for (let index = 1; index < argv.length; index++) {
      const word = argv[index] ?? "";
      if (CLUSTER.test(word)) {
        // The shell reads the code without running it, or does not read it at all.
        if (word.startsWith("-") && /[nsD]/.test(word)) return null;
        takesCode ||= word.startsWith("-") && word.includes("c");
        index += word.match(/[oO]/g)?.length ?? 0;
      } else if (!LONG.test(word)) {
        if (word === "--" || word === "-") return takesCode ? { code: argv[index + 1] ?? null, option: "-c" } : null;
        return takesCode && !word.startsWith("-") && !word.startsWith("+") ? { code: word, option: "-c" } : null;
      }
    }
    return takesCode ? { code: null, option: "-c" } : null;
  };
