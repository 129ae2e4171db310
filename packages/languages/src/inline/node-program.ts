import { MAX_ARGUMENT_LENGTH } from "./argument-length.ts";
import { programName } from "./program-name.ts";

/** Options that may precede the code: those without a value, and families whose value follows a `=`. */
const FLAG =
  /^--(?:[\w-]+=.*|no-warnings|trace-[\w-]+|enable-source-maps|use-strict|throw-deprecation|no-deprecation|no-experimental-[\w-]+|experimental-(?:strip-types|transform-types|detect-module|vm-modules|json-modules|require-module|sqlite|websocket|test-[\w-]+|fetch))$/;
/** Options whose value is the next word. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  "-r --require --import --input-type -C --conditions --stack-size --max-old-space-size --env-file".split(" "),
);
const CODE: ReadonlySet<string> = new Set(["-e", "--eval", "-p", "--print", "-pe"]);
/** Values of `--input-type` for code that is not JavaScript. */
const OTHER_TYPE = /^(?:--input-type=)?(?:commonjs|module)-typescript$/;

/**
 * The inline program of `node -e CODE`, `--eval` or `-p`. Null if the command has none, or if an option before it might change what the
 * code is.
 */
export const nodeProgram = (
  argv: readonly string[],
): { readonly code: string | null; readonly option: string } | null => {
  const program = programName(argv[0]);
  if ((program !== "node" && program !== "nodejs") || argv[1]?.startsWith("-") !== true) return null;
  if (argv.some((word) => word.length > MAX_ARGUMENT_LENGTH || OTHER_TYPE.test(word))) return null;
  for (let index = 1; index < argv.length; index++) {
    const option = argv[index] ?? "";
    if (option.startsWith("--eval=")) return { code: option.slice("--eval=".length), option: "--eval" };
    if (CODE.has(option)) {
      const code = argv[index + 1] ?? null;
      // `-p` takes code or leaves it to another option. Node never reads a word that looks like an option as code.
      if (code?.startsWith("-") || (code === null && !/^(?:-e|--eval)$/.test(option))) return null;
      return { code, option };
    }
    if (WITH_VALUE.has(option)) index++;
    else if (!FLAG.test(option)) return null;
  }
  return null;
};
