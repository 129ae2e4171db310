import type { Definition } from "@llmch/languages";
import { byCodePoint, countsOf, utf8Length } from "@llmch/text";
import { outlineOf } from "./definitions.ts";
import { languageOf } from "./languages.ts";
import { isMade, isPassedOver } from "./passed-over.ts";
import { oneLine, quotedLines, type Room, roomInQuote } from "./quoted-lines.ts";
import type { ParseText } from "./syntax.ts";

/** What looking for definitions requires from the machine. */
export interface CodePorts {
  /** Passes on the texts of files, in any order; null for a file that is not UTF-8 text, is too large or does not exist. */
  readonly texts: (paths: readonly string[], use: (path: string, text: string | null) => void) => Promise<void>;
  readonly parse: ParseText;
}

/** A definition that a spec writes as code: `YAMLMap.add`, `bind()`, `Lark`. */
interface NamedDefinition {
  /** What the name is a member of: a type or a module; null if the spec does not say. */
  readonly of: string | null;
  readonly name: string;
  /** True for a common word, such as `parse`: it names a definition only if that is the only one, outside of types. */
  readonly isPlain: boolean;
}

/** The most names and files to look at, and how many definitions of one name are shown. */
const MOST_NAMES = 40;
const MOST_FILES = 16;
const MOST_OF_A_NAME = 3;
/** The most files that are searched, in the order of the listing. */
const MOST_SEARCHED = 20_000;
/** A longer definition is shown by its beginning; a type that is longer than the second, too. */
const MOST_LINES = 60;
const MOST_LINES_OF_A_TYPE = 25;

/**
 * The definitions that a spec names, those that it names first before others; each whole or not at all.
 * @param files the product's own files
 */
export const namedDefinitions = async (
  files: readonly string[],
  spec: string,
  room: Room,
  { texts, parse }: CodePorts,
): Promise<readonly string[]> => {
  const named = room <= 0 ? [] : namesIn(spec);
  if (named.length === 0) return [];
  const code = files.filter((path) => languageOf(path) !== null && !isPassedOver(path)).slice(0, MOST_SEARCHED);
  const read = new Map<string, string>();
  await texts(await definingFiles(code, named, texts), (path, text) => text !== null && read.set(path, text));
  const outlined: Outlined[] = [];
  for (const [path, text] of [...read].sort(([a], [b]) => byCodePoint(a, b))) {
    const outline = await outlineOf(path, text, parse);
    if (outline !== null) outlined.push({ path, text, definitions: outline.definitions });
  }
  const shown: Place[] = [];
  let rest = room;
  return named
    .flatMap((each) => placesOf(each, outlined))
    .flatMap((place) => {
      const label = `definition in ${oneLine(place.path)}`;
      const lines = place.text.split("\n", place.last + 1).slice(place.first);
      const left = roomInQuote(label, rest) - utf8Length(lines.join("\n")) - 1;
      if (left < 0 || shown.some((other) => isWithin(place, other))) return [];
      shown.push(place);
      rest = left;
      return quotedLines(
        label,
        lines.map((line) => line.replace(/\r$/, "")),
      );
    });
};

const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
const QUALIFIED = new RegExp(`(${NAME})(?:\\.|::|#)(${NAME})(?![\\p{L}\\p{N}_$/.-]*/)`, "gu");
const CALLED = new RegExp(`(?<![\\p{L}\\p{N}_$.#:])(${NAME})\\(`, "gu");
const QUOTED = new RegExp(`\`(${NAME})\``, "gu");
const ALONE = new RegExp(`(?<![\\p{L}\\p{N}_$.#:/-])(${NAME})(?![\\p{L}\\p{N}_$/-]|[.:#][\\p{L}_:])`, "gu");
/** An underscore or a capital within: no word of prose. */
const LOOKS_LIKE_CODE = /[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
/** What follows the point in a file's name. */
const EXTENSION =
  /^(?:[cm]?[jt]sx?|py|pyi|rs|go|java|cc|cpp|c|h|hpp|rb|sh|json|toml|ya?ml|md|rst|txt|html|css|lock|cfg|ini)$/;
/** A longer spec says at its beginning what it is about. */
const READ_CHARACTERS = 200_000;

/** The names that a spec writes as code: members first, common words last, each in the sequence of the spec. */
const namesIn = (spec: string): readonly NamedDefinition[] => {
  const text = spec.slice(0, READ_CHARACTERS);
  const members = [...text.matchAll(QUALIFIED)].flatMap(([, of = "", name = ""]) =>
    EXTENSION.test(name) ? [] : [{ of, name, isPlain: false }],
  );
  const codeLike = [...text.matchAll(ALONE)].filter(([, name = ""]) => LOOKS_LIKE_CODE.test(name));
  const alone = [...text.matchAll(CALLED), ...text.matchAll(QUOTED), ...codeLike]
    .sort((a, b) => a.index - b.index)
    .map(([, name = ""]) => ({ of: null, name, isPlain: !LOOKS_LIKE_CODE.test(name) && !/^\p{Lu}/u.test(name) }))
    .sort((a, b) => Number(a.isPlain) - Number(b.isPlain));
  const all = new Map([...members, ...alone].map((each) => [`${each.of ?? ""}.${each.name}`, each]));
  return [...all.values()].filter(({ name }) => name.length > 1).slice(0, MOST_NAMES);
};

const KEYWORDS =
  "def|class|function|func|fn|struct|enum|union|trait|interface|type|const|let|var|static|namespace|mod|record|define";

/** The files that seem to define one of the names, or a type that one is a member of, the surest first. */
const definingFiles = async (
  code: readonly string[],
  named: readonly NamedDefinition[],
  texts: CodePorts["texts"],
): Promise<readonly string[]> => {
  const owners = named.flatMap(({ of }) => of ?? []);
  const names = [...new Set([...owners, ...named.map(({ name }) => name)])].join("|").replaceAll("$", "\\$");
  // Behind a keyword and perhaps a receiver; or called at the margin, as in C and in a shell.
  const defines = new RegExp(
    `\\b(?:${KEYWORDS})[\\s*]{1,99}(?:\\([^)\\n]{0,300}\\)\\s*)?(${names})(?![\\p{L}\\p{N}_$])|^(?:[\\w:<>*&,]+[ \\t]+)*[*&]*(${names})\\(`,
    "gmu",
  );
  const found: { readonly path: string; readonly defined: readonly string[] }[] = [];
  await texts(code, (path, text) => {
    if (text === null || isMade(text)) return;
    const defined = new Set([...text.matchAll(defines)].map(([, behind, called]) => behind ?? called ?? ""));
    if (owners.includes(fileStem(path))) defined.add(fileStem(path));
    if (defined.size > 0) found.push({ path, defined: [...defined] });
  });
  // A name that many files define says little about each of them.
  const counts = countsOf(found.flatMap(({ defined }) => defined));
  return found
    .map(({ path, defined }) => ({ path, weight: defined.reduce((sum, name) => sum + 1 / (counts.get(name) ?? 1), 0) }))
    .sort((a, b) => b.weight - a.weight || byCodePoint(a.path, b.path))
    .slice(0, MOST_FILES)
    .map(({ path }) => path);
};

/** A file's name without its extensions. */
const fileStem = (path: string): string => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
};

interface Outlined {
  readonly path: string;
  readonly text: string;
  readonly definitions: readonly Definition[];
}

/** A part of a file, from its first line to its last, from 0. */
interface Place {
  readonly path: string;
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

const isWithin = (place: Place, { path, first, last }: Place): boolean =>
  place.path === path && place.first >= first && place.last <= last;

/** Where a name is defined. Leaves out the stubs of overloads, which are shorter than what they stand for. */
const placesOf = ({ of, name, isPlain }: NamedDefinition, files: readonly Outlined[]): readonly Place[] => {
  const found = files.flatMap(({ path, text, definitions }) => {
    const longest = new Map<string | null, Definition>();
    for (const each of definitions) {
      const type = each.container.at(-1) ?? null;
      const isMeant = of === null || type === of || (type === null && fileStem(path) === of);
      if (each.name !== name || each.kind === "value" || !isMeant) continue;
      const known = longest.get(type);
      if (known === undefined || each.last - each.first > known.last - known.first) longest.set(type, each);
    }
    return [...longest.values()].map(({ kind, first, last, container }) => {
      const most = kind === "type" ? MOST_LINES_OF_A_TYPE : MOST_LINES;
      return { path, text, first, last: Math.min(last, first + most - 1), isInside: container.length > 0 };
    });
  });
  const isCommon = isPlain && (found.length > 1 || found.some(({ isInside }) => isInside));
  return isCommon ? [] : found.slice(0, MOST_OF_A_NAME);
};
