import { type Definition, isTestCode } from "@llmch/languages";
import { byCodePoint, counted, firstCharacters, utf8Length } from "@llmch/text";
import { outlineOf } from "../definitions.ts";
import { languageOf } from "../languages.ts";
import { isPassedOver } from "../passed-over.ts";
import { oneLine, type Room } from "../quoted-lines.ts";
import type { ParseText } from "../syntax.ts";

/** A file of the product at a commit. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** The room that signatures have in a prompt, in bytes. */
const SIGNATURE_BYTES = 6 * 1024;
/** Room for the longest line about what was left out. */
const LEFT_OUT_BYTES = 40;
const MOST_FILES = 200;
const MOST_CHARACTERS = 300;

/** The files whose signatures are worth a look: the product's code without tests, at most 200, those that sentences name first. */
export const sourcesToSign = (paths: readonly string[], sentences: string): readonly string[] => {
  const rank = rankBy(sentences);
  return paths
    .filter((path) => languageOf(path) !== null && !isPassedOver(path) && !isTestCode(path))
    .sort((a, b) => rank(a) - rank(b) || byCodePoint(a, b))
    .slice(0, MOST_FILES);
};

/**
 * The signatures that files publish, below their paths, as no line of the code says them: without keyword and body. Those come first whose
 * names the sentences say; how many had no room is said. Empty if nothing is published.
 * @param room in bytes of UTF-8
 */
export const signaturesIn = async (
  files: readonly SourceText[],
  sentences: string,
  parse: ParseText,
  room: Room = SIGNATURE_BYTES,
): Promise<string> => {
  const rank = rankBy(sentences);
  const all: { readonly path: string; readonly line: string; readonly rank: number }[] = [];
  for (const { path, text } of files) {
    const outline = isTestCode(path) ? null : await outlineOf(path, text, parse);
    for (const each of published(outline?.definitions ?? [], languageOf(path)?.grammar ?? "", text)) {
      const line = `  ${firstCharacters(told(each), MOST_CHARACTERS)}`;
      all.push({ path: oneLine(path), line, rank: rank(each.name) + (each.kind === "value" ? 1 : 0) });
    }
  }
  const shown = new Map<string, readonly string[]>();
  let [left, out] = [room - LEFT_OUT_BYTES, 0];
  for (const { path, line } of all.toSorted((a, b) => a.rank - b.rank)) {
    const ofFile = shown.get(path) ?? [path];
    if (line.trim() === "" || ofFile.includes(line)) continue;
    const bytes = utf8Length(line) + 1 + (shown.has(path) ? 0 : utf8Length(path) + 1);
    if (bytes > left) {
      out++;
      continue;
    }
    left -= bytes;
    shown.set(path, [...ofFile, line]);
  }
  const rest = out === 0 ? [] : [`(${counted(out, "more signature")} left out)`];
  return [...shown.values(), rest].flat().join("\n");
};

/** Words of three letters or more, in lower case and without a plural's s: of `addItems` and `add_items` add and item. */
const wordsIn = (text: string): readonly string[] =>
  (text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2").match(/\p{L}{3,}/gu) ?? []).map((word) =>
    word.toLowerCase().replace(/(?<=..)s$/, ""),
  );

/** Ranks names by the share of their words that sentences do not say. */
const rankBy = (sentences: string): ((name: string) => number) => {
  const said = new Set(wordsIn(sentences));
  return (name) => {
    const words = wordsIn(name.replace(/\.\w+$/, ""));
    return words.length === 0 ? 1 : words.filter((word) => !said.has(word)).length / words.length;
  };
};

/** What stands in export lists, and behind `exports.`. */
const LISTED = /\bexport\s*\{([^}]*)\}|\bexports\s*=\s*\{([^}]*)\}|\bexports(?:\s*=|\.)\s*(\w+)/g;
const HIDDEN = /^(?:_(?!_init__$)|#)/;

/** The definitions that code elsewhere may use, by their language's own mark. */
const published = (definitions: readonly Definition[], grammar: string, text: string): readonly Definition[] => {
  const open = definitions.filter(
    ({ name, container, signature }) =>
      ![...container, name].some((each) => HIDDEN.test(each)) && !/^(?:private|protected)\b/.test(signature),
  );
  const isGo = grammar === "go";
  if (isGo) return open.filter(({ name, container }) => [...container, name].every((each) => /^\p{Lu}/u.test(each)));
  if (!/^(?:javascript|typescript|tsx)$/.test(grammar)) {
    const mark = /^(?:rust|java)$/.test(grammar) ? /\bpub(?:lic)?\b/ : /^(?!static\b)/;
    return open.filter(({ signature }) => mark.test(signature));
  }
  const listed = [...text.matchAll(LISTED)].flatMap(([, ...lists]) => lists.join(" ").split(/[^\w$]+/));
  const exported = open.filter(({ container, signature }) => container.length === 0 && /^export\b/.test(signature));
  const names = new Set([...listed, ...exported.map(({ name }) => name)]);
  const isAlias = ({ kind, signature }: Definition) => kind === "value" && EXPORTS.test(signature);
  return open.filter((each) => names.has(each.container[0] ?? each.name) && !isAlias(each));
};

const EXPORTS = /^(?:module\.)?exports\./;
const MODIFIERS =
  /^(?:(?:export|default|def|func|function|fn|pub(?:\([^)]*\))?|public|static|final|const|let|var|override|declare)\b\*? ?)+(?:\([^)]*\) ?)?/;

/** `Cart.total(net: boolean): number`; a type with its keyword. */
const told = ({ name, container, kind, signature }: Definition): string => {
  const short = signature.replace(EXPORTS, "").replace(MODIFIERS, "");
  if (kind === "type") return short;
  const at = Math.max(0, short.search(new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`)));
  const after = short.slice(at).replace(/^([\w$]+) = (?:async )?(?:function\b\*? ?)?(?=[(<])/, "$1");
  const before = short.slice(0, at).replace(/\b(?:def|function)\b\*? ?/, "");
  return `${before}${container.map((each) => `${each}.`).join("")}${after}`;
};
