import { isProgramFile, isTestFile } from "@llmch/languages";

/** What a command's exit code tells of the work: something; or it prints, looks at files, or runs tests that came with the work. */
export type Decision = "decides" | "prints" | "looks" | "own tests";

interface Marks {
  /** Code that ends the program with a failure, or may: an assertion, an exit code, a process that has to succeed. */
  readonly decides: RegExp;
  /** Printing, up to its argument. */
  readonly prints: RegExp;
  readonly reads: RegExp;
  /** Code of the repo is run: by an import of its own or as a process. */
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

/** What the exit code of a program inside a command tells of the work. */
export const programDecision = (syntax: string, code: string, option: string): Decision => {
  const marks = Object.hasOwn(MARKS, syntax) ? MARKS[syntax] : undefined;
  if (marks === undefined) return "decides";
  const plain = withoutTexts(code);
  if (marks.decides.test(plain)) return looksAtPrograms(plain, code, marks) ? "looks" : "decides";
  if (importsTests(code)) return "decides";
  return /^-p|^--print$/.test(option) || printsValue(plain, marks.prints) ? "prints" : "decides";
};

/** True if the text of a program is read, and nothing of it is run. */
const looksAtPrograms = (plain: string, code: string, { reads, runs }: Marks): boolean =>
  reads.test(plain) && !runs.test(code) && textsIn(code).some(isProgramFile);

const textsIn = (code: string): readonly string[] =>
  [...code.matchAll(/["'](?:\.\/)?([^"'\s]+)["']/g)].map(([, text = ""]) => text);

/** The code with its texts emptied: what they say is no code. */
const withoutTexts = (code: string): string =>
  code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (text) =>
    text.includes("node:test") ? text : `${text[0]}${text[0]}`,
  );

/** True if something that is no constant is printed. */
const printsValue = (plain: string, prints: RegExp): boolean =>
  [...plain.matchAll(prints)].some((match) => /^[^)]*[A-Za-z_$]/.test(plain.slice(match.index + match[0].length)));

/** Tests may fail by themselves. */
const importsTests = (code: string): boolean =>
  textsIn(code).some((text) => isTestFile(text)) || /\b(?:import|from)\s+(?:tests?\b|[\w.]*\btest_)/.test(code);
