import type { CheckFile } from "@llmch/contract";
import { inlineProgram, type LanguageProfile } from "@llmch/languages";
import type { ShellWord } from "@llmch/text";

const FOLDER = "$LLMCH_CHECKS";
/** What the rules take it for: a folder outside of the repo, as at run time. */
const ELSEWHERE = "/llmch-checks";

/** The words that run a check file as a program on the command line; none if its extension tells no language. */
export const asInline = ({ name, content }: CheckFile): readonly string[] => {
  if (/\.[cm]?js$/.test(name)) return ["node", "-e", content];
  return /\.(?:py|sh)$/.test(name) ? [name.endsWith("py") ? "python" : "sh", "-c", content] : [];
};

/** A command's words as the rules judge them: the program of the check file that it runs stands on the command line. */
export const withCheckProgram = (
  words: readonly ShellWord[],
  checks: readonly CheckFile[],
  profiles: readonly LanguageProfile[],
): { readonly words: readonly ShellWord[]; readonly isFile: boolean } => {
  const elsewhere = words.map((word) => ({ ...word, text: word.text.replaceAll(FOLDER, ELSEWHERE) }));
  const at = words.findIndex(({ text }) => text.startsWith(FOLDER));
  const file = checks.find(({ name }) => words[at]?.text === `${FOLDER}/${name}`);
  const program = file === undefined ? [] : asInline(file).slice(1);
  const inline = [...elsewhere.slice(0, at), ...program.map((text) => ({ text, bare: false }))];
  const argv = inline.map(({ text }) => text);
  const isFile = program.length > 0 && inlineProgram(argv, profiles) !== null;
  return { words: isFile ? [...inline, ...elsewhere.slice(at + 1)] : elsewhere, isFile };
};

/** True for words that name the folder of check files. */
export const usesCheckFolder = (words: readonly ShellWord[]): boolean =>
  words.some(({ text }) => text.includes(ELSEWHERE));
