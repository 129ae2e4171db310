import type { CommandResult } from "@llmch/contract";
import { type ShellWord, shellQuoted, splitCommand } from "@llmch/text";
import { EARLY, ENDED, provingArgv, withoutProof } from "./inline-program.ts";

/** A program given on the command line or in a check file, and the same one so that it proves that it ran to its end. */
interface ProvingCommand {
  readonly argv: readonly string[];
  /** What the command's exit code means; the same result for one that does not prove it. */
  judge(result: CommandResult): CommandResult;
}

/**
 * Lets `node -e`, `node -p`, `python -c` and both with a check file prove that they ran to their end, also behind `env`, `uv run` and the like, and in a plain
 * `sh -c`, so that a module of the repo that ends the process with exit code 0 passes no check. The program itself and installed packages
 * may end it: test runners do. Any other command stays as it is.
 * @param checks the folder of check files; null if there are none
 */
export const provingEnd = (argv: readonly string[], checks: string | null = null): ProvingCommand => {
  const proving = provingArgv(argv, checks);
  if (proving !== null) return { argv: proving, judge: judged };
  const script = shellScript(argv);
  const proven = script === null ? null : provingScript(script, checks);
  if (proven === null) return { argv, judge: (result) => result };
  const judge = (result: CommandResult) => ({ ...result, stderrTail: withoutProof(result.stderrTail) });
  return { argv: [...argv.slice(0, 2), proven, ...argv.slice(3)], judge };
};

const judged = (result: CommandResult): CommandResult => {
  if (result.exitCode === ENDED) return { ...result, exitCode: 0 };
  if (result.exitCode !== 0) return { ...result, stderrTail: withoutProof(result.stderrTail) };
  return { ...result, exitCode: 1, stderrTail: `${result.stderrTail}\n${EARLY}\n` };
};

const shellScript = ([shell = "", option = "", script]: readonly string[]): string | null =>
  /^(?:.*\/)?(?:ba|da)?sh$/.test(shell) && /^-[elux]*c$/.test(option) ? (script ?? null) : null;

/** A script of plain commands with their programs proving; null if it has none, or more than words and what joins commands. */
const provingScript = (script: string, checks: string | null): string | null => {
  const split = splitCommand(script.replaceAll(/;(?=\s|$)/g, " ; "));
  if (/[$`\n]/.test(script) || !split.ok) return null;
  const isJoint = ({ text, bare }: ShellWord) => bare && /^(?:&&|\|\||;)$/.test(text);
  if (split.value.some((word) => word.bare && !isJoint(word) && /[|&;<>(){}*?~#!]/.test(word.text))) return null;
  const parts: string[] = [];
  let isProving = false;
  let command: ShellWord[] = [];
  const end = () => {
    const assigned = command.findIndex(({ text, bare }) => !bare || !/^\w+=/.test(text));
    const [before, words] = [command.slice(0, assigned), command.slice(assigned).map(({ text }) => text)];
    const proving = provingArgv(words, checks);
    isProving ||= proving !== null;
    parts.push(
      proving === null
        ? command.map(({ text, bare }) => (bare ? text : shellQuoted(text))).join(" ")
        : [...before.map(({ text }) => text), ...proving.map(shellQuoted)]
            .join(" ")
            .replace(/^.*$/s, (run) => proven(run)),
    );
    command = [];
  };
  for (const word of split.value) {
    if (isJoint(word)) {
      end();
      parts.push(word.text);
    } else command.push(word);
  }
  end();
  return isProving ? parts.join(" ") : null;
};

const proven = (command: string): string =>
  `{ llmch=0; ${command} || llmch=$?; case $llmch in ${ENDED}) ;; 0) echo ${shellQuoted(EARLY)} >&2; (exit 1);; *) (exit $llmch);; esac; }`;
