import {
  counted,
  firstCharacters,
  globPattern,
  isGlob,
  lastCharacters,
  normalizePath,
  type RepoPath,
} from "@llmch/contract";
import { defineTool } from "../define-tool.ts";
import { createMatcher, escapedText, type Matcher } from "../expression/matcher.ts";
import { fitLines } from "../output/fit-lines.ts";
import { openFiles } from "../paths.ts";
import type { Outcome, ToolContext } from "../tool.ts";

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
    const matcher = createMatcher(regex ? query : escapedText(query), ignore_case);
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
  readonly inFiles: number;
  readonly notText: number;
  /** Why the search stopped early; null if it did not. */
  readonly stopped: string | null;
}

/** Searches the redacted files, so that no series of queries can reveal a secret. */
const found = async (
  files: readonly RepoPath[],
  matcher: Matcher,
  { draft, redact, stop }: ToolContext,
): Promise<Found> => {
  const lines: string[] = [];
  let [matches, inFiles, notText, bytes, looked] = [0, 0, 0, 0, 0];
  const so = (stopped: string | null): Found => ({ lines, matches, inFiles, notText, stopped });
  for (const path of files) {
    if (stop.aborted) return so("it was interrupted");
    if (looked++ >= MOST_FILES || bytes > MOST_BYTES)
      return so(`only the first ${counted(looked - 1, "file")} were looked at: name a folder`);
    const state = await draft.state(path);
    if (state.kind !== "file") continue;
    if (state.text === null) {
      notText++;
      continue;
    }
    bytes += state.bytes;
    const places = placesIn(redact(state.text), matcher);
    if (places === null) return so("the expression takes too much work here: make it simpler, or name a folder");
    if (places.length > 0) inFiles++;
    matches += places.length;
    for (const { line, text } of places) if (lines.length < MOST_MATCHES) lines.push(`${path}:${line}|${text}`);
  }
  return so(null);
};

/** The matching lines of a text. Null if that takes too much work. */
const placesIn = (
  text: string,
  matcher: Matcher,
): readonly { readonly line: number; readonly text: string }[] | null => {
  const places: { line: number; text: string }[] = [];
  for (let [start, line] = [0, 1]; start < text.length; line++) {
    const feed = text.indexOf("\n", start);
    const next = feed === -1 ? text.length : feed + 1;
    const end = feed > start && text[feed - 1] === "\r" ? feed - 1 : feed === -1 ? text.length : feed;
    const at = matcher.findEnd(text, start, end);
    if (at === null) return null;
    if (at !== -1) places.push({ line, text: excerpt(text, start, end, at) });
    start = next;
  }
  return places;
};

const excerpt = (text: string, start: number, end: number, at: number): string => {
  if (end - start <= 2 * AROUND) return text.slice(start, end);
  const [from, to] = [Math.max(start, at - AROUND), Math.min(end, at + AROUND)];
  const [head, tail] = [
    lastCharacters(text.slice(start, at), at - from),
    firstCharacters(text.slice(at, end), to - at),
  ];
  return `${from > start ? "…" : ""}${head}${tail}${to < end ? "…" : ""}`;
};

const told = ({ lines, matches, inFiles, notText, stopped }: Found, files: number, room: number): Outcome => {
  const { text, count } = fitLines(lines, room);
  const notes = [
    matches === 0
      ? `no line of ${counted(files, "file")} matches`
      : `${counted(matches, "line")} in ${counted(inFiles, "file")}`,
    ...(count < matches ? [`the first ${count} are shown: narrow the query, or name a folder`] : []),
    ...(notText === 0
      ? []
      : [`${counted(notText, "file")} that ${notText === 1 ? "is" : "are"} no text or too large left out`]),
    ...(stopped === null ? [] : [stopped]),
  ];
  return { ok: true, said: notes.join("; "), ...(count === 0 ? {} : { shown: { label: "lines found", text } }) };
};
