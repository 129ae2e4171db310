import type { RepoCode } from "./code.ts";
import type { MappedRepo } from "./mapped-repo.ts";
import { oneLine, quotedLines, type Room, roomInQuote } from "./quoted-lines.ts";
import { type Block, fittingBlocks, type Outlined, type WeighedBlock } from "./spec-blocks.ts";
import { fileStem } from "./spec-files.ts";
import { specTerms } from "./spec-terms.ts";

/** A definition that a spec writes as code: `YAMLMap.add`, `bind()`, `Lark`. */
interface NamedDefinition {
  /** What the name is a member of: a type or a module; null if the spec does not say. */
  readonly of: string | null;
  readonly name: string;
}

const LABEL = "definition in";
/** The most names and files to look at, and how many definitions of one name are shown. */
const MOST_NAMES = 40;
const MOST_FILES = 16;
const MOST_OF_A_NAME = 3;
/** A longer definition is shown by its beginning; a type that is longer than the second, too. */
const MOST_LINES = 60;
const MOST_LINES_OF_A_TYPE = 25;

/** The definitions that a spec names: those themselves, not what shares words with them. */
export const namedDefinitions = async ({ code, spec }: MappedRepo, room: Room): Promise<readonly string[]> => {
  const named = code === null || room <= 0 ? [] : namesIn(spec);
  if (code === null || named.length === 0) return [];
  const files = await definingFiles(code, named);
  const blocks = named.flatMap((each, index) => blocksOf(each, files, named.length - index));
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const labelOf = (path: string) => `${LABEL} ${oneLine(path)}`;
  return fittingBlocks(blocks, texts, room, (path) => -roomInQuote(labelOf(path), 0)).flatMap(({ path, lines }) =>
    quotedLines(labelOf(path), lines),
  );
};

const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
const QUALIFIED = new RegExp(`(${NAME})(?:\\.|::|#)(${NAME})(?![\\p{L}\\p{N}_$/.-]*/)`, "gu");
const CALLED = new RegExp(`(?<![\\p{L}\\p{N}_$.#:])(${NAME})\\(`, "gu");
const QUOTED = new RegExp(`\`(${NAME})\``, "gu");
/** What follows the point in a file's name. */
const EXTENSION =
  /^(?:[cm]?[jt]sx?|py|pyi|rs|go|java|cc|cpp|c|h|hpp|rb|sh|json|toml|ya?ml|md|rst|txt|html|css|lock|cfg|ini)$/;

/** The names that a spec writes as code, members first, each in the sequence of the spec. */
const namesIn = (spec: string): readonly NamedDefinition[] => {
  const members = [...spec.matchAll(QUALIFIED)].flatMap(([, of = "", name = ""]) =>
    EXTENSION.test(name) ? [] : [{ of, name }],
  );
  const alone = [...spec.matchAll(CALLED), ...spec.matchAll(QUOTED)].map(([, name = ""]) => ({ of: null, name }));
  const all = new Map([...members, ...alone].map((each) => [`${each.of ?? ""}.${each.name}`, each]));
  return [...all.values()].filter(({ name }) => name.length > 1).slice(0, MOST_NAMES);
};

/** The files that define one of the names, or a type that one is a member of. */
const definingFiles = async (code: RepoCode, named: readonly NamedDefinition[]): Promise<readonly Outlined[]> => {
  const names = named.flatMap(({ of, name }) => (of === null ? [name] : [`${of}.${name}`]));
  const likely = code.ofSpec(specTerms(names.map((name) => `\`${name}\``).join(" ")));
  return code.outlines(likely.slice(0, MOST_FILES));
};

/** Without the stubs of overloads, which are shorter than what they stand for. */
const blocksOf = (
  { of, name }: NamedDefinition,
  files: readonly Outlined[],
  weight: number,
): readonly WeighedBlock[] => {
  const found = files.flatMap(({ path, blocks }) => {
    const own = blocks.filter((block) => block.name === name && block.kind !== "test" && isOf(of, block, path));
    const longest = new Map<string | null, Block>();
    for (const block of own) {
      const known = longest.get(block.type);
      if (known === undefined || lengthOf(block) > lengthOf(known)) longest.set(block.type, block);
    }
    return [...longest.values()].map((block) => ({ path, block }));
  });
  return found.slice(0, MOST_OF_A_NAME).map(({ path, block: { kind, first, last } }) => {
    const most = kind === "type" ? MOST_LINES_OF_A_TYPE : MOST_LINES;
    const count = Math.min(last - first + 1, most);
    return { path, weight, lines: Array.from({ length: count }, (_, index) => first + index) };
  });
};

const isOf = (of: string | null, { type }: Block, path: string): boolean =>
  of === null || type === of || (type === null && fileStem(path) === of);

const lengthOf = ({ first, last }: Block): number => last - first;
