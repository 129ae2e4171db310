import { isProgramFile, isTestFile } from "@llmch/languages";

/**
 * What a command's exit code depends on: the work's behaviour; or it only prints, looks at files, or runs tests that came with the work.
 */
export type Decision = "decides" | "prints" | "looks" | "own tests";

interface Marks {
  /** Code that may end the program with a failure: an assertion, an exit code, a process that has to succeed. */
  readonly decides: RegExp;
  /** A print call, up to its argument. */
  readonly prints: RegExp;
  readonly reads: RegExp;
  /** Code that runs parts of the repo: by importing them or as a process. */
  readonly runs: RegExp;
}

const MARKS: Readonly<Record<string, Marks>> = {
  javascript: {
    decides:
      /\bassert|\bthrow\b|process\.exit\s*\(\s*(?!0?\s*\))|\bexitCode\b|\bexpect\s*\(|\breject|\bexec\w*\s*\(|\babort\s*\(|\bkill\s*\(|node:test|\b(?:test|it|describe)\s*\(/,
    prints: /(?:console\.\w+|process\.stdout\.write)\s*\(/g,
    reads: /\b(?:readFile|exists|stat|access|readdir)(?:Sync)?\b/,
    runs: /(?:\bfrom|\bimport|\brequire\s*\()\s*\(?["'`](?!(?:node:)?(?:fs|path|assert|os|url|util)(?:\/\w+)?["'`])|\b(?:spawn|exec|fork)\w*\s*\(|\bimport\s*\(|\bnew Worker\b|\beval\s*\(|\bvm\b|resolve\s*\(/,
  },
  python: {
    decides:
      /\bassert|\braise\b|\bexit\s*\(|_exit\b|SystemExit|\b(?:unittest|doctest|pytest)\b|check\s*=\s*True|\bcheck_(?:call|output)\b|\babort\s*\(/,
    prints: /\b(?:print|pprint|sys\.stdout\.write)\s*\(/g,
    reads: /\bopen\s*\(|\bread_text\b|\bread_bytes\b|\bos\.path\.(?:exists|isfile)\b|\.(?:exists|is_file)\s*\(/,
    runs: /\b(?:subprocess|importlib|runpy|multiprocessing)\b|\bos\.(?:system|popen|exec\w*|spawn\w*)|\b(?:exec|eval|compile|__import__)\s*\(|^\s*(?:import|from)\s+(?!(?:os|sys|re|pathlib|json|ast|io|textwrap)\b)/m,
  },
};

/** What the exit code of an inline program says about the work. */
export const programDecision = (syntax: string, code: string, option: string): Decision => {
  const marks = Object.hasOwn(MARKS, syntax) ? MARKS[syntax] : undefined;
  if (marks === undefined) return "decides";
  const plain = withoutTexts(code);
  if (marks.decides.test(plain)) return looksAtPrograms(plain, code, marks) ? "looks" : "decides";
  if (importsTests(code)) return "decides";
  return /^-p|^--print$/.test(option) || printsValue(plain, marks.prints) ? "prints" : "decides";
};

/** True if the code reads a program's source, and runs none of it. */
const looksAtPrograms = (plain: string, code: string, { reads, runs }: Marks): boolean =>
  reads.test(plain) && !runs.test(code) && textsIn(code).some(isProgramFile);

const textsIn = (code: string): readonly string[] =>
  [...code.matchAll(/["'](?:\.\/)?([^"'\s]+)["']/g)].map(([, text = ""]) => text);

/** The code with its string literals emptied: their content is not code. */
const withoutTexts = (code: string): string =>
  code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (text) =>
    text.includes("node:test") ? text : `${text[0]}${text[0]}`,
  );

/** True if the code prints anything but constants. */
const printsValue = (plain: string, prints: RegExp): boolean =>
  [...plain.matchAll(prints)].some((match) => /^[^)]*[A-Za-z_$]/.test(plain.slice(match.index + match[0].length)));

/** Tests can fail by themselves. */
const importsTests = (code: string): boolean =>
  textsIn(code).some((text) => isTestFile(text)) || /\b(?:import|from)\s+(?:tests?\b|[\w.]*\btest_)/.test(code);
