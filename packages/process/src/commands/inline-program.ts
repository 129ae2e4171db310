import type { CommandResult } from "@llmch/contract";

/** A program given on the command line, and the same one so that it proves that it ran to its end. */
interface ProvingCommand {
  readonly argv: readonly string[];
  /** What the command's exit code means; the same result for one that does not prove it. */
  judge(result: CommandResult): CommandResult;
}

/** The exit code of a proving program that ended by itself and would have exited with 0. */
const ENDED = 113;
const EARLY = "llmch: code of the repo ended the process with exit code 0 before the command's own program had ended";

/**
 * Lets `node -e` and `python -c` prove that they ran to their end, so that a module of the repo that ends the process with exit code 0
 * passes no check. The program itself and installed packages may end it: test runners do. Any other command stays as it is.
 */
export const provingEnd = (argv: readonly string[]): ProvingCommand => {
  for (const [program, flag, quiet, proving] of PROGRAMS) {
    if (!program.test(argv[0] ?? "")) continue;
    const at = argv.findIndex((word, index) => index > 0 && !quiet.test(word));
    const code = argv[at + 1];
    if (at < 0 || code === undefined || !flag.test(argv[at] ?? "")) continue;
    return { argv: [...argv.slice(0, at + 1), proving(code), ...argv.slice(at + 2)], judge: judged };
  }
  return { argv, judge: (result) => result };
};

const judged = (result: CommandResult): CommandResult => {
  if (result.exitCode === ENDED) return { ...result, exitCode: 0 };
  if (result.exitCode !== 0) return result;
  return { ...result, exitCode: 1, stderrTail: `${result.stderrTail}\n${EARLY}\n` };
};

const ofNode = (code: string): string => {
  const directive = /^\s*(["'])use strict\1/.test(code) ? '"use strict";' : "";
  return `${directive}${NODE_START}${code}\n;process.emit("llmch:ended");`;
};

/** All in one line, so that the program's own lines keep their numbers. */
const NODE_START = `(() => {
  let ended = false;
  const leave = process.exit;
  process.once("llmch:ended", () => { ended = true; });
  process.on("beforeExit", () => { if (ended && !process.exitCode) process.exitCode = ${ENDED}; });
  process.exit = function exit(code) {
    const at = {};
    Error.captureStackTrace(at, exit);
    const caller = String(at.stack).split("\\n")[1] ?? "";
    const may = caller === "" || /\\[eval\\d*\\]|[\\\\/]node_modules[\\\\/]|\\bnode:/.test(caller);
    return leave.call(process, may && Number(code ?? process.exitCode ?? 0) === 0 ? ${ENDED} : code);
  };
  process.getBuiltinModule?.("module").syncBuiltinESMExports();
})();`.replaceAll(/\n\s*/g, " ");

const ofPython = (code: string): string => `def __llmch(source):
    import os, sys
    show = sys.excepthook
    sys.excepthook = lambda kind, fault, at: show(kind, fault.with_traceback(at and at.tb_next and at.tb_next.tb_next), fault.__traceback__)
    root = os.path.join(os.getcwd(), "")
    try:
        exec(compile(source, "<string>", "exec"), globals())
    except SystemExit as end:
        at = end.__traceback__
        while at.tb_next is not None:
            at = at.tb_next
        file = at.tb_frame.f_code.co_filename
        if (end.code is None or end.code == 0) and (not file.startswith(root) or "site-packages" in file):
            sys.exit(${ENDED})
        raise
    sys.exit(${ENDED})
__llmch(${JSON.stringify(code)})
`;

/** A program's name, the flag before its code, the flags that may stand before that, and the proving code. */
const PROGRAMS: readonly (readonly [RegExp, RegExp, RegExp, (code: string) => string])[] = [
  [/^(?:.*\/)?node(?:js)?$/, /^(?:-e|--eval)$/, /^--(?!eval$|print$|check$|test$)[\w-]+(?:=.*)?$/, ofNode],
  [/^(?:.*\/)?python[\d.]*$/, /^-c$/, /^-[BEIOPSbdqsuv]+$/, ofPython],
];
