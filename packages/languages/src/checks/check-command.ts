import { splitCommand } from "@llmch/text";
import { CHECK_NAME, CHECK_TOOLS, OTHER_NAME, RUNNER_WORDS, SCRIPT_RUNNERS } from "./check-tools.ts";

/**
 * The commands in a line of a CI script that check a repo, each a separate process; none for any other line. Shell syntax, variables and
 * placeholders disqualify a line.
 */
export const checkCommands = (line: string): readonly string[] => {
  if (!/^[\x20-\x7e]+$/.test(line) || line.length > MOST_CHARACTERS || /[$`\\~]/.test(line)) return [];
  const parts = line.split(" && ").map((part) => part.trim());
  return parts.every(isPlain) ? parts.filter(isCheck) : [];
};

const MOST_CHARACTERS = 500;

const isPlain = (part: string): boolean => {
  const words = splitCommand(part);
  return (
    words.ok &&
    words.value.length > 0 &&
    !words.value.some(({ text, bare }) => bare && /^(?:[|;<>&(){}!#]|\d?>)|[;|]$/.test(text)) &&
    !/^\w+=/.test(words.value[0]?.text ?? "") &&
    !/^(?:cd|export|set|if|for|while|case|source|\.)$/.test(words.value[0]?.text ?? "")
  );
};

const isCheck = (part: string): boolean => {
  const split = splitCommand(part);
  const words = split.ok ? split.value.map(({ text }) => text) : [];
  return isScript(words) || isCheckTool(withoutRunners(words));
};

/** The words from the program on: `uv run python -m pytest` is pytest. */
export const withoutRunners = (words: readonly string[]): readonly string[] => {
  const runner = RUNNER_WORDS.find((each) => startsWith(words, each));
  return runner === undefined ? words : withoutRunners(words.slice(runner.length));
};

/** True for the words of a program that only checks, by its name. */
export const isCheckTool = (words: readonly string[]): boolean =>
  CHECK_TOOLS.some(
    ({ words: called, needs = [], never = [] }) =>
      startsWith(words, called) &&
      (needs.length === 0 || needs.some((word) => words.includes(word))) &&
      !never.some((word) => words.includes(word)),
  );

/** True for a linter, formatter or type checker, however it is called: it runs no test. */
export const isStaticCheck = (command: string): boolean => {
  const split = splitCommand(command);
  const [program = "", ...words] = withoutRunners(split.ok ? split.value.map(({ text }) => text) : []);
  const called = [program.slice(program.lastIndexOf("/") + 1), ...words];
  return CHECK_TOOLS.some((tool) => tool.runsNoTest === true && startsWith(called, tool.words));
};

const isScript = (words: readonly string[]): boolean => {
  const isFile = /\/[\w.-]+\.(?:py|sh)$/.test(words[0] ?? "");
  const runner = isFile ? [] : SCRIPT_RUNNERS.find((each) => startsWith(words, each));
  if (runner === undefined) return false;
  const name = words[runner.length] ?? "";
  const parts = name.slice(name.lastIndexOf("/") + 1).split(/[:_.-]/);
  return parts.some((part) => CHECK_NAME.test(part)) && !parts.some((part) => OTHER_NAME.test(part));
};

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.every((word, index) => words[index] === word);
