import { namesOf } from "@llmch/app/completions";
import { EXIT } from "@llmch/text";
import { candidatesFor, rejoined, valueGiven } from "./command-line/candidates.ts";
import { buildProgram } from "./command-line/program.ts";
import { SETTING_FLAGS } from "./command-line/setting-flags.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `llmch complete -- WORDS`: prints the candidates for the last word, one per line with its meaning after a tab. A last line says whether
 * paths may come there too: `:files`, `:folders` or `:nothing`. The scripts of `llmch completion` call it at each Tab.
 */
export const complete = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const words = rejoined(argv[0] === "--" ? argv.slice(1) : argv);
  const {
    words: known,
    names,
    paths,
  } = candidatesFor(
    buildProgram(terminal.version, () => {}, SETTING_FLAGS),
    words,
  );
  const typed = (words.at(-1) ?? "").replace(/^--[^=]*=/, "");
  // Of a list, what comes before stands.
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const candidates = [
    ...known,
    ...(names === null ? [] : await namesOf(names, valueGiven(words, "--artifacts-dir"), terminal)),
  ]
    .map(({ value, about }) => ({ value: `${before}${value}`, about }))
    .filter(({ value }) => value.startsWith(typed));
  const lines = candidates.map(({ value, about }) => (about === "" ? value : `${value}\t${about}`));
  terminal.stdout.write([...lines, `:${paths ?? "nothing"}`, ""].join("\n"));
  return EXIT.ok;
};
