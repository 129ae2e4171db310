import { join } from "node:path";
import { CHECKS_NAME } from "./check-files.ts";

/** The exit code of a proving program that ended by itself and would have exited with 0. */
export const ENDED = 113;
/** Said of one that ended before. */
export const EARLY =
  "llmch: code of the repo ended the process with exit code 0 before the command's own program had ended";

/**
 * A command with the program on its command line, or in a check file, proving its end; null if there is none.
 * @param checks the folder of check files; null if there are none
 */
export const provingArgv = (argv: readonly string[], checks: string | null): readonly string[] | null => {
  const isCheck = (word: string) => checks !== null && word.startsWith(join(checks, "/"));
  const isPassedOn = PASSES_ON.test(argv[0] ?? "");
  for (const [program, find] of PROGRAMS) {
    const at = argv.findIndex((word, index) => program.test(word) && (index === 0 || isPassedOn));
    const found = at === -1 ? null : find(argv.slice(at + 1), isCheck);
    if (found !== null) return [...argv.slice(0, at + 1), ...found];
  }
  return null;
};

/** Programs that run the rest of their words as a command, and exit as it does. */
const PASSES_ON = /^(?:.*\/)?(?:env|timeout|nice|nohup|npx|uv|poetry|pipenv)$/;

const ofNode = (code: string): string => {
  const directive = /^\s*(["'])use strict\1/.test(code) ? '"use strict";' : "";
  return `${directive}${NODE_START}${code}\n${NODE_END}`;
};

const NODE_END = ';process.emit("llmch:ended");';
/** All in one line, so that the program's own lines keep their numbers. */
const NODE_START = `(() => {
  let ended = false;
  const leave = process.exit;
  process.once("llmch:ended", () => { ended = true; });
  process.on("beforeExit", () => { if (ended && !process.exitCode) process.exitCode = ${ENDED}; });
  process.exit = function exit(code) {
    const at = {};
    const { stackTraceLimit, prepareStackTrace } = Error;
    Object.assign(Error, { stackTraceLimit: Infinity, prepareStackTrace: undefined });
    Error.captureStackTrace(at, exit);
    const frames = String(at.stack).split("\\n").slice(1).filter((frame) => !/^ +at async /.test(frame));
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
    const installed = /[\\\\/]node_modules[\\\\/]/;
    const own = frames.find((frame) => !installed.test(frame) && !/\\bnode:|\\(<anonymous>\\)$/.test(frame));
    const may = own ? /\\[eval\\d*\\]|[\\\\/]${CHECKS_NAME}/.test(own) : ended || frames.some((frame) => installed.test(frame));
    return leave.call(process, may && Number(code ?? process.exitCode ?? 0) === 0 ? ${ENDED} : code);
  };
  process.getBuiltinModule?.("module").syncBuiltinESMExports();
  process.on("uncaughtExceptionMonitor", (fault) => {
    try {
      const [, file, row, column] = /([^\\s()]*(?:\\[eval\\d*\\]|${CHECKS_NAME}[^\\s()]*)):(\\d+):(\\d+)/.exec(fault.stack);
      const text = file.endsWith("]") ? process._eval : require("fs").readFileSync(file.startsWith("file:") ? new URL(file) : file, "utf8");
      const line = text.split("\\n")[row - 1];
      const start = line.length > 200 ? line.lastIndexOf(";", column - 2) + 1 : 0;
      const said = "\\nline " + row + ": " + line.slice(start, start + 200).trim();
      fault.stack = fault.stack.replace(/(?=\\n {4}at )/, () => said);
    } catch {}
  });
})();`.replaceAll(/\n\s*/g, " ");

/** The program in the file that the next argument names. */
const NODE_FILE = `${NODE_START}import("node:url")
  .then(({ pathToFileURL }) => import(pathToFileURL(process.argv[1]).href))
  .then(() => process.emit("llmch:ended"));`.replaceAll(/\n\s*/g, " ");

/** What Node prints of a program that fails, as if it stood alone: its first line without a mark below, and columns. */
export const withoutProof = (printed: string): string =>
  printed
    .replaceAll(NODE_START, "")
    .replaceAll(NODE_END, "")
    .replaceAll(/^ {500,}\^*\n/gm, "")
    .replaceAll(/(\[eval\d*\]:1:)(\d+)/g, (_, at: string, column: string) => at + (Number(column) - NODE_START.length));

/** @param code null for the program in the file that the next argument names */
const ofPython = (code: string | null): string => `def __llmch(source, name="<string>"):
    import os, sys
    def show(kind, fault, at):
        try:
            sys.path = [each for each in sys.path if os.path.abspath(each) + os.sep != root]
            import linecache, traceback
            if name == "<string>":
                linecache.cache[name] = (len(text), None, (text + "\\n").splitlines(True), name)
            traceback.print_exception(kind, fault, at)
        except BaseException:
            sys.__excepthook__(kind, fault, at)
    sys.excepthook = lambda kind, fault, at: show(kind, fault.with_traceback(at and at.tb_next and at.tb_next.tb_next), fault.__traceback__)
    root = os.path.join(os.getcwd(), "")
    def own(frames):
        for frame in frames:
            file = frame.f_code.co_filename
            if frame.f_globals is globals():
                break
            if file.startswith(root) and "site-packages" not in file:
                return False
        return True
    def chain(at, following):
        while at is not None:
            yield at
            at = getattr(at, following)
    leave, pid = os._exit, os.getpid()
    os._exit = lambda status: leave(${ENDED} if status == 0 and os.getpid() == pid and own(chain(sys._getframe(1), "f_back")) else status)
    if source is None:
        del sys.argv[0]
        name = globals()["__file__"] = sys.argv[0]
        if sys.path[:1] == [""]:
            sys.path[0] = os.path.dirname(name)
        with open(name, "rb") as file:
            source = file.read()
    text = source
    try:
        # Of an installed pytest alone, and not where a file of the repo has the name of what it imports.
        import importlib.util
        pytest = importlib.util.find_spec("_pytest").origin
        names = {each.split(".")[0] for folder in (".", os.path.dirname(name) or ".") for each in os.listdir(folder)}
        if __debug__ and "-packages" in pytest and not names & sys.stdlib_module_names:
            from _pytest.assertion.rewrite import rewrite_asserts
            import ast
            source = ast.parse(text, name)
            rewrite_asserts(source, text if isinstance(text, bytes) else text.encode())
    except Exception:
        source = text
    try:
        exec(compile(source, name, "exec"), globals())
    except SystemExit as end:
        frames = [each.tb_frame for each in chain(end.__traceback__, "tb_next")]
        if (end.code is None or end.code == 0) and own(reversed(frames)):
            sys.exit(${ENDED})
        raise
    sys.exit(${ENDED})
__llmch(${code === null ? "None" : JSON.stringify(code)})
`;

/** The value of its last statement is printed. */
const ofPrinted = (code: string): string =>
  `${NODE_START}const llmch = eval(${JSON.stringify(code)});process.emit("llmch:ended");llmch`;

/** A program's arguments with the program in them proving its end; null if they hold none. */
type FindProgram = (words: readonly string[], isCheck: (word: string) => boolean) => readonly string[] | null;

/** The arguments of Node with a program that proves its end; null if they hold no program. */
const nodeArguments: FindProgram = (words, isCheck) => {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (isCheck(word) && /\.[cm]?js$/.test(word)) return [...words.slice(0, at), "-e", NODE_FILE, ...words.slice(at)];
    const [, option = "", glued] = /^(-e|-pe?|--eval|--print)(?:=(.*))?$/s.exec(word) ?? [];
    const code = glued ?? words[at + 1];
    const isRead = option !== "" && code?.startsWith("-") === false;
    const proving = option.startsWith("-p") || option === "--print" ? ofPrinted : ofNode;
    if (isRead && glued !== undefined)
      return [...words.slice(0, at), `${option}=${proving(glued)}`, ...words.slice(at + 1)];
    if (isRead && code !== undefined) return [...words.slice(0, at + 1), proving(code), ...words.slice(at + 2)];
    if (NODE_WITH_VALUE.test(word)) at++;
    else if (!/^(?:--(?!check$|test$|eval$)[\w-]+(?:=.*)?|-p)$/s.test(word)) return null;
  }
  return null;
};

const NODE_WITH_VALUE = /^(?:-[rC]|--(?:require|import|input-type|conditions|env-file|loader|experimental-loader))$/;

/** The same for Python, whose flags may share a dash and have their value attached. */
const pythonArguments: FindProgram = (words, isCheck) => {
  for (let at = 0; at < words.length; at++) {
    if (isCheck(words[at] ?? "")) return [...words.slice(0, at), "-c", ofPython(null), ...words.slice(at)];
    const read = /^-([BEIOPRSbdqsuv]*)(?:([cWX])(.*))?$/s.exec(words[at] ?? "");
    if (read === null) return null;
    const [, flags = "", option, glued = ""] = read;
    const code = glued === "" ? words[at + 1] : glued;
    if (option === "c")
      return code === undefined
        ? null
        : [...words.slice(0, at), `-${flags}c`, ofPython(code), ...words.slice(at + (glued === "" ? 2 : 1))];
    if (option !== undefined && glued === "") at++;
  }
  return null;
};

/** A program's name, and where its arguments hold code. */
const PROGRAMS: readonly (readonly [RegExp, FindProgram])[] = [
  [/^(?:[^=]*\/)?node(?:js)?$/, nodeArguments],
  [/^(?:[^=]*\/)?python[\d.]*$/, pythonArguments],
];
