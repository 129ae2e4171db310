import { isPython, isShell, programName, pythonProgram } from "@llmch/languages";
import { type ShellWord, splitCommand } from "@llmch/text";

/**
 * True for a command that always exits with 0, whatever the order made: `true`, `echo …`, a program that prints constants, a shell line
 * that ends in `|| true`. E003 covers bare shell operators.
 */
export const cannotFail = (words: readonly ShellWord[]): boolean =>
  argvCannotFail(words.map(({ text }) => text)) &&
  !words.some(({ text, bare }) => bare && /^(?:[|;<>]+|&&)$/.test(text));

const IDLE: ReadonlySet<string> = new Set(["true", ":", "echo", "printf", "pwd", "sleep"]);

const argvCannotFail = (argv: readonly string[]): boolean => {
  const program = programName(argv[0]);
  if (IDLE.has(program)) return true;
  if (isPython(program)) return isIdleCode(pythonProgram(argv)?.code ?? null, PYTHON_IDLE);
  if (program === "node") return isIdleCode(codeOfNode(argv), NODE_IDLE);
  return isShell(program) && shellCannotFail(argv);
};

const TAKES_CODE: ReadonlySet<string> = new Set(["-e", "-p", "-pe", "--eval", "--print"]);

/** The argument after an option that takes code, if only options with values come before it. */
const codeOfNode = (argv: readonly string[]): string | null => {
  const at = argv.findIndex((word, index) => index > 0 && !/^--[\w-]+=/.test(word));
  return TAKES_CODE.has(argv[at] ?? "") ? (argv[at + 1] ?? null) : null;
};

const CONSTANT = String.raw`(?:'[^'\\\n]*'|"[^"\\\n]*"|-?\d+(?:\.\d+)?|True|False|None|true|false|null)`;
const CONSTANTS = String.raw`(?:${CONSTANT}(?:\s*,\s*${CONSTANT})*)?`;
const PYTHON_IDLE = new RegExp(String.raw`^(?:pass|assert True|print\(${CONSTANTS}\)|exit\(0?\)|${CONSTANT})$`);
const NODE_IDLE = new RegExp(String.raw`^(?:console\.log\(${CONSTANTS}\)|process\.exit\(0?\)|${CONSTANT})$`);

/** True if every statement is idle. A `;` inside a constant splits it, and a split constant is not idle: that errs on the safe side. */
const isIdleCode = (code: string | null, idle: RegExp): boolean =>
  code?.split(/[;\n]/).every((statement) => statement.trim() === "" || idle.test(statement.trim())) ?? false;

/** `bash -c CODE`, if the code is one idle command, or its last command is idle and hides every failure. */
const shellCannotFail = (argv: readonly string[]): boolean => {
  if (argv[1] !== "-c" && argv[1] !== "-lc") return false;
  const code = argv[2] ?? "";
  const last = /^([\s\S]*?)(\|\||;|\n)([^|;&\n]*)$/.exec(code.trim().replace(/;$/, ""));
  if (last === null) return !/[|&<>$`()]/.test(code) && lineIsIdle(code);
  const [, before = "", operator, tail = ""] = last;
  if (/\b(?:exit|set|exec|return|trap|kill)\b/.test(before)) return false;
  return operator === undefined ? false : !/[<>$`()]/.test(tail) && lineIsIdle(tail);
};

const lineIsIdle = (line: string): boolean => {
  if (/^\s*exit 0\s*$/.test(line)) return true;
  const words = splitCommand(line);
  return words.ok && words.value.length > 0 && argvCannotFail(words.value.map(({ text }) => text));
};
