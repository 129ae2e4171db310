import { isPython, programName } from "@llmch/languages";
import { SHELL_OPERATORS, type ShellWord } from "@llmch/text";

/**
 * The words of a command that only a shell would understand, each once: `2>&1`, `$HOME`, a leading `X=1`. A quoted or escaped word is meant
 * literally, and so is a pattern or program where one is expected: it is better to miss a mistake than to report what is right. Does not
 * repeat the operators of E003.
 */
export const shellTexts = (words: readonly ShellWord[]): readonly string[] => {
  if (!words.some(({ text }) => SPECIAL.test(text))) return [];
  const texts = words.map(({ text }) => text);
  const program = programName(texts[0]);
  const isCondition = program === "test" || program === "[";
  const patternAt = patternIndex(program, texts);
  const globsAreRead = readsGlobs(program, texts);
  const found = words.flatMap(({ text, bare }, index) => {
    if (index === 0 && ASSIGNMENT.test(text)) return [text];
    if (!bare) return isCondition && EXPANSION.test(text) ? [text] : [];
    const before = index === 0 ? "" : (texts[index - 1] ?? "");
    if (index === patternAt || CODE_OPTION.test(before)) return [];
    if (EXPANSION.test(text)) return [text];
    if (SHELL_OPERATORS.has(text) || text.includes("://") || VALUE_OPTION.test(before)) return [];
    const isGlob = !globsAreRead && !text.startsWith("-") && looksLikeGlob(text);
    return isGlob || CONTROL.test(text) || isRedirection(text) ? [text] : [];
  });
  return [...new Set(found)];
};

/** Most commands have none of these, and need no closer look. */
const SPECIAL = /[$`~=;&|<>*?[]/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** `$(…)`, backticks, `${X}`, `$X` at the start of a value, `~/`. Not Java's `Outer$Inner`. */
const EXPANSION = /\$\(|`|\$\{[A-Za-z_]|(?:^|[/=:,@])\$[A-Za-z_]\w*|^~(?:\/|$)/;
/** `a;b`, `a&&b`, `a||b`, `|b`, `a|`, `&`, `a&`. */
const CONTROL = /;|&&|\|\||^\||\|$|^&$|[^&]&$/;

/** `2>&1`, `>out.txt`, `&>log`, `<in`, but not `>=3` or `<b>`. */
const isRedirection = (text: string): boolean =>
  /^(?:[0-9]{1,2}|&)?(?:>>?|<{1,3})(?!=)/.test(text) && !/^<[^<>]+>$/.test(text);

/** A pattern that looks like a path: not a lone star, arithmetic, or a test's `name[parameter]`. */
const looksLikeGlob = (text: string): boolean =>
  /[*?]|\[[^[\]]+\]/.test(text) && /[./]/.test(text) && !text.includes("::") && !/^[\d\s.+\-*/%^()]+$/.test(text);

/** Options followed by a program's code: `-c`, `-e`, `-ne`, `--eval`. */
const CODE_OPTION = /^-[A-Za-z]{0,3}[ceE]$|^--(?:eval|print|execute)$/;
/** Options that may be followed by a pattern; any long option may be. */
const VALUE_OPTION =
  /^-[A-Za-z]{0,3}[efgkmprtI]$|^-(?:i?name|i?path|i?wholename|i?regex|run|bench|skip|fuzz)$|^--[A-Za-z][\w-]*$/;

const PATTERN_FIRST: ReadonlySet<string> = new Set(
  "grep egrep fgrep zgrep rg ag ack sed gsed awk gawk mawk jq yq".split(" "),
);

/** The index of a program's first operand if that is a pattern or a small program, otherwise -1. */
const patternIndex = (program: string, texts: readonly string[]): number => {
  if (!PATTERN_FIRST.has(program)) return -1;
  if (texts.some((text) => /^-[A-Za-z]*[ef]$/.test(text))) return -1;
  return texts.findIndex(
    (text, index) => index > 0 && !text.startsWith("-") && !/^-[ABCmvF]$/.test(texts[index - 1] ?? ""),
  );
};

/** Programs that expand globs themselves, or pass their arguments to a program that may. */
const GLOB_READERS: ReadonlySet<string> = new Set(
  (
    "find fd git expr bc dc rg ag npm npx pnpm yarn bun bunx deno make just docker podman ssh " +
    "eslint prettier biome stylelint mocha jest vitest ava tap c8 nyc tsx cspell markdownlint rimraf glob"
  ).split(" "),
);

const readsGlobs = (program: string, texts: readonly string[]): boolean =>
  texts.some((text) => GLOB_READERS.has(programName(text))) ||
  (program === "node" && texts.includes("--test")) ||
  (isPython(program) && texts.includes("discover"));
