import { decidingKind } from "@llmch/contract";
import { isJsonObject, readJson } from "@llmch/text";
import { scriptsOf } from "./profiles/node.ts";
import { literally } from "./some-tests.ts";

/** Commands, and the folder that their paths start from, with a trailing slash, or empty. */
export interface CallingText {
  readonly folder: string;
  readonly text: string;
}

interface Part extends CallingText {
  readonly isCalled: (by: readonly CallingText[]) => boolean;
}

/**
 * The texts that commands reach in files: scripts of a package.json and a Makefile's targets by their names, shell scripts by their paths.
 * @param files the texts of such files, by path
 */
export const reachedTexts = (
  commands: readonly CallingText[],
  files: ReadonlyMap<string, string>,
): readonly CallingText[] => {
  const parts = [...files].flatMap(([path, text]) => partsOf(path, text));
  const reached = new Set<Part>();
  for (let found = parts; found.length > 0; ) {
    found = parts.filter((part) => !reached.has(part) && part.isCalled([...commands, ...reached]));
    for (const part of found) reached.add(part);
  }
  return [...reached];
};

/** True if one of the texts starts the file by its path, itself or with an interpreter, as a program and not to be looked at. */
export const runsFile = (path: string, texts: readonly CallingText[]): boolean => {
  const at = path.lastIndexOf("/") + 1;
  return texts.some(({ folder, text }) => {
    if (!text.includes(path.slice(at))) return false;
    const below = path.startsWith(folder) ? [path.slice(folder.length)] : [];
    const inside = at > 0 && text.includes(`cd ${path.slice(0, at - 1)}`) ? [path.slice(at)] : [];
    const names = [path, ...below, ...inside].map(literally);
    return new RegExp(`(?:${INTERPRETED}|${STARTED})${FROM}(?:${names.join("|")})(?=$|[\\s;&|)"'])`, "m").test(text);
  });
};

const INTERPRETED =
  String.raw`(?:^|[\s;&|(@"'/])(?:node(?:js)?|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|(?:ba|da|z|k)?sh|source|\.|\$[({]\w+[)}])` +
  String.raw`(?:\s+(?:run|(?:-r|--require|--import|--loader)[ =]\S+|-(?!-(?:test|check)(?![-\w])|[cnl]\b)\S+))*\s+`;
const STARTED = String.raw`(?:^|[;&|(@]|\b(?:time|exec|env|nyc|c8|timeout \S+)\s)\s*(?:\w+=\S+\s+)*`;
/** What may stand before a path: a quote, and the folder in words of the shell. */
const FROM = String.raw`["']?(?:\.{1,2}/|\$\([^)\n]*\)"?/|\$[^\s;&|]*/)?`;

const partsOf = (path: string, text: string): readonly Part[] => {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  if (/\.json$/.test(path)) {
    const read = readJson(text);
    const scripts = read.ok && isJsonObject(read.value) ? scriptsOf(read.value) : {};
    return Object.entries(scripts).flatMap(([name, script]) =>
      typeof script === "string"
        ? [{ folder, text: script, isCalled: namedAs([name, name.replace(/^(?:pre|post)/, "")]) }]
        : [],
    );
  }
  if (decidingKind(path) !== "commands") return [{ folder, text, isCalled: (by) => runsFile(path, by) }];
  const targets = text.split(/^(?=[^\s#:=][^:=\n]*:(?!=))/m);
  return targets.map((target) => {
    const names = /^[^\s:][^:\n]*/.exec(target)?.[0].split(/\s+/) ?? [];
    const isFirst = target === targets.find((each) => /^[^\s#.:=][^:=\n]*:(?!=)/.test(each));
    return { folder, text: target, isCalled: namedAs(names, isFirst ? "|\\bmake\\s*(?:$|[;&|])" : "") };
  });
};

/** True if one of the texts has the name as a word. */
const namedAs = (names: readonly string[], otherwise = ""): Part["isCalled"] => {
  const some = names.filter((name) => name !== "").map(literally);
  const word = new RegExp(`(?:^|[\\s"';&|=:])(?:${some.join("|") || "(?!)"})(?=$|[\\s"';&|)])${otherwise}`, "m");
  return (by) => by.some(({ text }) => word.test(text));
};
