import { type Definition, isTestFile } from "@llmch/languages";
import { children, languageOf, outlineOf, type SyntaxNode } from "@llmch/repo-map";
import { lastAtMost, lineHunks, saysGenerated } from "@llmch/text";
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
/** Folders of what tests use. */
const OF_TESTS = /(?:^|\/)(?:tests?|__tests__|spec|testdata|fixtures)\//;

/**
 * All mutants of what an order wrote in a file, from its beginning to its end: only in code of the repo map's languages, not in tests, and
 * only on lines that the order wrote. The file as it was before comes first, unless its code is the same, or it has none of its own; of a
 * file that says that it is generated there is no other.
 */
export const mutantsOf = async (file: ChangedFile, parse: Parse): Promise<readonly Mutant[]> => {
  const { path, before, after } = file;
  const grammar = languageOf(path)?.grammar;
  if (grammar === undefined || after.length > MOST_CHARACTERS) return [];
  if (isTestFile(path) || OF_TESTS.test(path)) return [];
  const mutations = saysGenerated(after) ? undefined : MUTATIONS[/\.[ch]$/.test(path) ? "c" : grammar];
  const read = await parse(grammar, after, (root) => ({
    edits: mutations === undefined ? [] : editsIn(root, after, mutations),
    code: codeOf(root, after),
    hasCode: !SCRIPTS.test(grammar) || !children(root).every(isOnlyNames),
  }));
  const earlier = await parse(grammar, before ?? "", (root) => codeOf(root, before ?? ""));
  const outline = await outlineOf(path, after, parse);
  const mutants = mutantsFrom(file, read?.edits ?? [], outline?.definitions ?? []);
  // Rust's tests stand beside the code: put back with it, they would notice nothing.
  if (grammar === "rust" && /^\s*#\[(?:\w+::)*test\]/m.test(after)) return mutants;
  if (read !== null && (earlier === read.code || !read.hasCode)) return mutants;
  return [{ path, kind: "put_back", line: null, before: null, after: null, text: before, within: null }, ...mutants];
};

const SCRIPTS = /^(?:python|javascript|typescript|tsx)$/;
const NAMES =
  /^(?:interface_declaration|type_alias_declaration|ambient_declaration|(?:future_)?import(?:_from)?_statement|comment)$/;

/** A statement that is gone when the program runs, or passes on what other files define. Tests may import those directly. */
const isOnlyNames = (statement: SyntaxNode): boolean => {
  if (NAMES.test(statement.childForFieldName("declaration")?.type ?? statement.type)) return true;
  if (statement.type === "export_statement") return /^export\s*(?:type\b\s*)?[*{]/.test(statement.text);
  return statement.type === "expression_statement" && /^(?:__all__\b|[rR]?["'])/.test(statement.text);
};

const mutantsFrom = (
  { path, before, after }: ChangedFile,
  edits: readonly Edit[],
  definitions: readonly Definition[],
): readonly Mutant[] => {
  const starts = [0];
  for (const line of after.split("\n")) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const written = writtenLines(before, after);
  const functions = definitions.filter(({ kind }) => kind === "function" || kind === "constructor");
  return edits.flatMap((edit): readonly Mutant[] => {
    const [first, last] = [lastAtMost(starts, edit.start), lastAtMost(starts, Math.max(edit.start, edit.end - 1))];
    const [start = 0, end = 0] = [starts[first], (starts[last + 1] ?? 0) - 1];
    if (end - start > LONGEST_CHANGE) return [];
    for (let line = first; line <= last; line++) if (written?.has(line) === false) return [];
    const changed = after.slice(start, edit.start) + edit.text + after.slice(edit.end, end);
    const around = functions.findLast((definition) => definition.line <= first && definition.last >= last);
    const lines = { line: first + 1, before: after.slice(start, end), after: changed };
    const text = after.slice(0, start) + changed + after.slice(end);
    return [{ path, kind: edit.kind, ...lines, text, within: around?.name ?? null }];
  });
};

/** The lines that an order wrote, from 0; null: all. */
const writtenLines = (before: string | null, after: string): ReadonlySet<number> | null => {
  const hunks = before === null ? null : lineHunks(before, after, { context: 0, most: MOST_CHANGED });
  const rows = hunks?.flatMap(({ newStart, newLines }) =>
    Array.from({ length: newLines }, (_, at) => newStart - 1 + at),
  );
  return rows === undefined ? null : new Set(rows);
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
