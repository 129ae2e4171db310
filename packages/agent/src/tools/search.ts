import { normalizePath, type RepoPath } from "@llmch/contract";
import { accepted, counted, firstCharacters, globPattern, isGlob, lastCharacters } from "@llmch/text";
import { defineTool } from "../define-tool.ts";
import { fitLines } from "../output/fit-lines.ts";
import { openFiles } from "../paths.ts";
import type { Outcome, ToolContext } from "../tool.ts";
import { expressionMatcher, type LineMatcher, textMatcher } from "./line-matcher.ts";

interface Arguments {
  readonly query: string;
  readonly regex?: boolean;
  readonly ignore_case?: boolean;
  readonly path?: string;
}

/** The most that one call searches and reports. */
const MOST_FILES = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MATCHES = 200;
/** More lines of several files are told by file. */
const MOST_LINES = 50;
/** Of a long line, only this much around the match is shown. */
const AROUND = 160;

/** Finds a text or an expression. */
export const search = defineTool<Arguments>({
  name: "search",
  risk: "read",
  about:
    "Finds the lines that hold a text, or match a regular expression, in the files of the repo with your draft laid over. Gives path:line|text.",
  properties: {
    query: { type: "string", minLength: 1, maxLength: 1_000, description: "One line: a text, or an expression." },
    regex: {
      type: ["boolean", "null"],
      description: "True for a regular expression; it knows no lookaround and no references.",
    },
    ignore_case: { type: ["boolean", "null"] },
    path: { type: ["string", "null"], description: "A folder, file or glob to look in; left out, the whole repo." },
  },
  required: ["query"],
  run: async ({ query, regex = false, ignore_case = false, path = "" }, context) => {
    if (/[\r\n]/.test(query))
      return { ok: false, said: "the query has several lines: one line is looked for at a time" };
    const matcher = regex ? await expressionMatcher(query, ignore_case) : accepted(textMatcher(query, ignore_case));
    if (!matcher.ok) return { ok: false, said: `the expression cannot be used: ${matcher.issues[0]}` };
    const all = await openFiles(context);
    const files = all.filter(within(path));
    if (files.length === 0) return { ok: false, said: "there are no files there" };
    return told(await found(files, matcher.value, context), files.length, context.room);
  },
});

/** Matches paths that are in a folder, are a file, or fit a glob. */
const within = (written: string): ((path: string) => boolean) => {
  if (isGlob(written)) return globPattern(written);
  const folder = normalizePath(written.trim()).replace(/^\/|^\.$/, "");
  return folder === "" ? () => true : (path) => path === folder || path.startsWith(`${folder}/`);
};

interface Found {
  readonly lines: readonly string[];
  readonly matches: number;
  /** The first line of each file, and how many it has. */
  readonly inFiles: readonly string[];
  /** Files that were not searched: they are no text, or too large for the expression. */
  readonly leftOut: number;
  /** Why the search stopped early; null if it did not. */
  readonly stopped: string | null;
}

/** Searches the redacted files, so that no series of queries can reveal a secret. */
const found = async (
  files: readonly RepoPath[],
  matcher: LineMatcher,
  { draft, redact, stop }: ToolContext,
): Promise<Found> => {
  const [lines, inFiles]: [string[], string[]] = [[], []];
  let [matches, leftOut, bytes, looked] = [0, 0, 0, 0];
  const so = (stopped: string | null): Found => ({ lines, matches, inFiles, leftOut, stopped });
  for (const path of files) {
    if (stop.aborted) return so("it was interrupted");
    if (looked++ >= MOST_FILES || bytes > MOST_BYTES)
      return so(`only the first ${counted(looked - 1, "file")} were looked at: name a folder`);
    const state = await draft.state(path);
    if (state.kind !== "file") continue;
    if (state.text === null || !matcher.affords(state.text.length)) {
      leftOut++;
      continue;
    }
    bytes += state.bytes;
    const places = placesIn(redact(state.text), matcher).map(({ line, text }) => `${path}:${line}|${text}`);
    if (places.length > 0) inFiles.push(`${counted(places.length, "line")}, ${places[0]}`);
    matches += places.length;
    lines.push(...places.slice(0, Math.max(0, MOST_MATCHES - lines.length)));
  }
  return so(null);
};

/** The matching lines of a text. */
const placesIn = (text: string, matcher: LineMatcher): readonly { readonly line: number; readonly text: string }[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const at = matcher.findEnd(line);
    return at === -1 ? [] : [{ line: index + 1, text: excerpt(line, at) }];
  });

const excerpt = (line: string, at: number): string => {
  if (line.length <= 2 * AROUND) return line;
  const [from, to] = [Math.max(0, at - AROUND), Math.min(line.length, at + AROUND)];
  const [head, tail] = [lastCharacters(line.slice(0, at), at - from), firstCharacters(line.slice(at), to - at)];
  return `${from > 0 ? "…" : ""}${head}${tail}${to < line.length ? "…" : ""}`;
};

const told = ({ lines, matches, inFiles, leftOut, stopped }: Found, files: number, room: number): Outcome => {
  const isGrouped = matches > MOST_LINES && inFiles.length > 1;
  const [shown, all] = isGrouped ? [inFiles, inFiles.length] : [lines, matches];
  const { text, count } = fitLines(shown, room);
  const notes = [
    matches === 0
      ? `no line of ${counted(files, "file")} matches`
      : `${counted(matches, "line")} in ${counted(inFiles.length, "file")}`,
    ...(isGrouped ? ["each file is shown with its count and its first line: name one to see the others"] : []),
    ...(count < all ? [`the first ${count} are shown: narrow the query, or name a folder`] : []),
    ...(leftOut === 0
      ? []
      : [`${counted(leftOut, "file")} that ${leftOut === 1 ? "is" : "are"} no text or too large left out`]),
    ...(stopped === null ? [] : [stopped]),
  ];
  return { ok: true, said: notes.join("; "), ...(count === 0 ? {} : { shown: { label: "lines found", text } }) };
};
