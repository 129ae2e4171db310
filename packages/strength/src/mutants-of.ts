import { lastAtMost, lineHunks, saysGenerated } from "@llmch/contract";
import { isTestFile } from "@llmch/languages";
import { children, languageOf, outlineOf, type SyntaxNode } from "@llmch/repo-map";
import { type Edit, editsIn } from "./edits.ts";
import type { ChangedFile, Mutant } from "./mutant.ts";
import { MUTATIONS } from "./rules.ts";
import { type Parse, type SyntaxRoot, walk } from "./syntax.ts";

/** A longer text is not hand-written code. */
const MOST_CHARACTERS = 1_000_000;
/** The most lines of a file that are compared; if more differ, all count as written. */
const MOST_CHANGED = 2_000;
/** Longer lines, or statements, are data. */
const LONGEST_CHANGE = 5_000;
/** The most parses to find mutants that break the syntax. A file takes about ten. */
const MOST_TRIALS = 200;

/**
 * All mutants of what an order wrote in a file, from its beginning to its end: only in code of the repo map's languages that a person or a
 * model wrote, not in tests, and only on lines that the order wrote. The file as it was before comes first, unless its code is the same or
 * has only types.
 */
export const mutantsOf = async (file: ChangedFile, parse: Parse): Promise<readonly Mutant[]> => {
  const { path, before, after } = file;
  const grammar = languageOf(path)?.grammar;
  if (grammar === undefined || after.trim() === "" || after.length > MOST_CHARACTERS) return [];
  if (isTestFile(path) || saysGenerated(after)) return [];
  const mutations = MUTATIONS[path.endsWith(".c") || path.endsWith(".h") ? "c" : grammar];
  const read = await parse(grammar, after, (root) => ({
    edits: mutations === undefined ? [] : editsIn(root, after, mutations),
    code: codeOf(root, after),
    hasError: root.hasError,
    hasCode: grammar !== "typescript" || !children(root).every(isOnlyType),
  }));
  const earlier = await parse(grammar, before ?? "", (root) => codeOf(root, before ?? ""));
  const putBack: Mutant = { path, kind: "put_back", line: null, before: null, after: null, text: before, within: null };
  if (read === null) return [putBack];
  let trials = read.hasError ? MOST_TRIALS : 0;
  const isBroken = async (text: string): Promise<boolean> =>
    trials++ < MOST_TRIALS && (await parse(grammar, text, (root) => root.hasError)) === true;
  const mutants = await mutantsFrom(file, read.edits, isBroken, parse);
  return earlier === read.code || !read.hasCode ? mutants : [putBack, ...mutants];
};

const TYPES = /^(?:interface_declaration|type_alias_declaration|ambient_declaration|import_statement|comment)$/;

/** A statement of TypeScript that is gone when the program runs. */
const isOnlyType = (statement: SyntaxNode): boolean =>
  TYPES.test(statement.childForFieldName("declaration")?.type ?? statement.type);

const mutantsFrom = async (
  { path, before, after }: ChangedFile,
  edits: readonly Edit[],
  isBroken: (text: string) => Promise<boolean>,
  parse: Parse,
): Promise<readonly Mutant[]> => {
  const lines = after.split("\n");
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const written = writtenLines(before, after);
  const rowsOf = ({ start, end }: Edit): readonly [first: number, last: number] => [
    lastAtMost(starts, start),
    lastAtMost(starts, Math.max(start, end - 1)),
  ];
  const isWritten = (edit: Edit): boolean => {
    const [first, last] = rowsOf(edit);
    if ((starts[last + 1] ?? 0) - (starts[first] ?? 0) > LONGEST_CHANGE) return false;
    return written === null || lines.slice(first, last + 1).every((_, row) => written.has(first + row));
  };
  const mine = edits.filter(isWritten);
  if (mine.length === 0) return [];
  const outline = await outlineOf(path, after, parse);
  const functions = (outline?.definitions ?? []).filter(({ kind }) => kind === "function" || kind === "constructor");
  const sound = await withoutBroken(mine, after, isBroken);
  const made = sound.map((edit): readonly [string, Mutant] => {
    const [first, last] = rowsOf(edit);
    const [start = 0, end = 0] = [starts[first], (starts[last + 1] ?? 0) - 1];
    const changed = after.slice(start, edit.start) + edit.text + after.slice(edit.end, end);
    const around = functions.findLast((definition) => definition.line <= first && definition.last >= last);
    return [
      `${first} ${changed}`,
      {
        path,
        kind: edit.kind,
        line: first + 1,
        before: after.slice(start, end),
        after: changed,
        text: after.slice(0, start) + changed + after.slice(end),
        within: around?.name ?? null,
      },
    ];
  });
  return [...new Map(made).values()];
};

/** The lines that an order wrote, from 0; null: all. */
const writtenLines = (before: string | null, after: string): ReadonlySet<number> | null => {
  const hunks = before === null ? null : lineHunks(before, after, { context: 0, most: MOST_CHANGED });
  if (hunks === null) return null;
  return new Set(
    hunks.flatMap(({ newStart, newLines }) => Array.from({ length: newLines }, (_, row) => newStart - 1 + row)),
  );
};

/** Leaves out what breaks the syntax. As many edits as do not touch one another are tried in one text: a parse of each would take long. */
const withoutBroken = async (
  edits: readonly Edit[],
  text: string,
  isBroken: (text: string) => Promise<boolean>,
): Promise<readonly Edit[]> => {
  const layers: Edit[][] = [];
  for (const edit of edits) {
    const layer = layers.find((others) => (others.at(-1)?.end ?? 0) < edit.start);
    if (layer === undefined) layers.push([edit]);
    else layer.push(edit);
  }
  const broken = new Set<Edit>();
  const sift = async (layer: readonly Edit[]): Promise<void> => {
    if (!(await isBroken(edited(text, layer)))) return;
    const middle = layer.length >> 1;
    if (middle === 0) for (const edit of layer) broken.add(edit);
    else for (const half of [layer.slice(0, middle), layer.slice(middle)]) await sift(half);
  };
  for (const layer of layers) await sift(layer);
  return edits.filter((edit) => !broken.has(edit));
};

const edited = (text: string, edits: readonly Edit[]): string => {
  let [made, at] = ["", 0];
  for (const edit of edits) {
    made += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return made + text.slice(at);
};

/** A text without comments, docstrings and blank lines. */
const codeOf = (root: SyntaxRoot, text: string): string => {
  let [code, at] = ["", 0];
  walk(root, ({ cursor, type, parent }) => {
    const isText = type.endsWith("comment") || (type === "string" && parent === "expression_statement");
    if (isText) {
      code += text.slice(at, cursor.startIndex);
      at = cursor.endIndex;
    }
    return !isText;
  });
  const lines = (code + text.slice(at)).split("\n").map((line) => line.trimEnd());
  return lines.filter((line) => line !== "").join("\n");
};
