import { accepted, type Result, rejected } from "@llmch/contract";

/** One setting of a configuration file, as git names it: section and last part in lower case. */
export interface ConfigSetting {
  readonly name: string;
  /** Null for a bare name, which git treats as true. */
  readonly value: string | null;
}

const HEADER = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const NAME = /([A-Za-z][A-Za-z0-9-]*)[ \t]*/y;
const BLANK = /[ \t\n]*(?:[#;][^\n]*)?/y;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b", "\\": "\\", '"': '"' };

/** Reads a configuration file as git does, without its includes. The issue names the line that git could not read either. */
export const parseConfigFile = (text: string): Result<readonly ConfigSetting[], string> => {
  const source = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const settings: ConfigSetting[] = [];
  let section = "";
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    while (take(BLANK)?.[0]) {}
    if (at >= source.length) return accepted(settings);
    const header = take(HEADER);
    if (header !== null) {
      const [, name = "", sub] = header;
      section = `${name.toLowerCase()}.${sub === undefined ? "" : `${sub.replace(/\\(.)/gs, "$1")}.`}`;
      continue;
    }
    const name = take(NAME)?.[1];
    const value = name === undefined ? undefined : readValue(source, at);
    if (name === undefined || value === undefined)
      return rejected(`line ${source.slice(0, at).split("\n").length} is not a setting`);
    settings.push({ name: section + name.toLowerCase(), value: value.text });
    at = value.end;
  }
};

/** What follows a name: nothing, or `=` and a value; undefined if it is neither. */
const readValue = (
  source: string,
  from: number,
): { readonly text: string | null; readonly end: number } | undefined => {
  if (from >= source.length || /[\n#;]/.test(source[from] ?? "")) return { text: null, end: from };
  if (source[from] !== "=") return undefined;
  let text = "";
  // Trailing blanks do not count unless they are quoted.
  let kept = 0;
  let isQuoted = false;
  let at = from + 1;
  for (; at < source.length; at++) {
    const letter = source[at] ?? "";
    if (letter === "\n") break;
    if (!isQuoted && (letter === "#" || letter === ";")) break;
    if (letter === '"') {
      isQuoted = !isQuoted;
      kept = text.length;
    } else if (letter === "\\") {
      const next = source[++at] ?? "";
      if (next === "\n") continue;
      const meant = ESCAPES[next];
      if (meant === undefined) return undefined;
      text += meant;
      kept = text.length;
    } else if (isQuoted || !/[ \t]/.test(letter)) {
      text += letter;
      kept = text.length;
    } else if (text !== "") text += letter;
  }
  return isQuoted ? undefined : { text: text.slice(0, kept), end: at };
};

/** The text of a configuration file with these settings. */
export const configFileText = (settings: readonly ConfigSetting[]): string =>
  settings
    .map(({ name, value }) => {
      const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
      const sub = first === last ? "" : ` "${name.slice(first + 1, last).replace(/[\\"]/g, "\\$&")}"`;
      const quoted = value === null ? "" : ` = "${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
      return `[${name.slice(0, first)}${sub}]\n\t${name.slice(last + 1)}${quoted}\n`;
    })
    .join("");
