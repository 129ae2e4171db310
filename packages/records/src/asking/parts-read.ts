import type { Files, Outlines } from "@llmch/agent";
import { type RequestMessage, repoPath } from "@llmch/contract";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
  sha256Hex,
  textMember,
  textsMember,
} from "@llmch/text";

/** What a planner was shown of a repo. */
export interface Seen {
  /** The messages that it began with. */
  readonly pages: Set<string>;
  /** What its tools showed: `path:line`. */
  readonly lines: Set<string>;
}

/** A line of the file that was asked for, or a line or definition of a file that the result names. */
const SHOWN_LINE = /^(?:(.+?):)?(\d+)(?:-\d+)?\|/gm;

/** Adds the lines that the results of a turn's tool calls show. */
export const addSeen = ({ lines }: Seen, results: JsonValue): void => {
  for (const result of Array.isArray(results) ? results.filter(isJsonObject) : []) {
    const given = readJson(textMember(result, "arguments") ?? "");
    const asked = given.ok && isJsonObject(given.value) ? textMember(given.value, "path") : null;
    for (const [, named, line] of (textMember(result, "result") ?? "").matchAll(SHOWN_LINE))
      lines.add(`${repoPath(named ?? asked ?? "")}:${line}`);
  }
};

/** The lines of files that the tools of a conversation showed, from 0. */
export const linesShown = (messages: readonly RequestMessage[]): ReadonlyMap<string, ReadonlySet<number>> => {
  const calls = new Map(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.map((call) => [call.id, call.arguments] as const)),
  );
  const seen: Seen = { pages: new Set(), lines: new Set() };
  for (const { callId, content } of messages)
    if (callId !== undefined) addSeen(seen, [{ arguments: calls.get(callId) ?? "", result: content }]);
  const shown = new Map<string, Set<number>>();
  for (const [, path = "", line] of [...seen.lines].map((each) => /^(.*):(\d+)$/s.exec(each) ?? [])) {
    const lines = shown.get(path) ?? new Set();
    shown.set(path, lines.add(Number(line) - 1));
  }
  return shown;
};

/** The most parts that an order keeps, and lines in all. */
const MOST_PARTS = 20;
const MOST_LINES = 300;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Fewer lines of a file without definitions are only what a search found. */
const RUN = /x{3,}/g;

/**
 * What a planner was shown of an order's files and the order needs: first the definitions that its text names; then, of files that the
 * planner read in parts, definitions that it read half of at least, and lines of files without definitions.
 */
export const partsRead = async (
  order: JsonObject,
  seen: Seen,
  { files, outlines, redact }: { files: Files; outlines: Outlines; redact: (text: string) => string },
): Promise<readonly JsonObject[] | undefined> => {
  const words = new Set(["title", "intent", "notes"].flatMap((name) => textMember(order, name)?.match(WORD) ?? []));
  const found: { readonly part: JsonObject; readonly isNamed: boolean; readonly count: number }[] = [];
  for (const path of new Set([...textsMember(order, "allowed_files"), ...textsMember(order, "context_files")])) {
    const place = repoPath(path);
    const state = place === null ? null : await files.inspect(place);
    if (state?.kind !== "file" || state.text === null) continue;
    const text = redact(state.text);
    const lines = text.replace(/\n$/, "").split(/\r?\n/);
    const shown = lines.map((_, index) => (seen.lines.has(`${path}:${index + 1}`) ? "x" : " ")).join("");
    const seenIn = (first: number, last: number) => shown.slice(first, last + 1).replaceAll(" ", "").length;
    // Whoever reads a whole file needs nothing of it in particular.
    const isReadInParts = 2 * seenIn(0, lines.length) < lines.length;
    const outline = await outlines.outlineOf(path, text);
    const runs = [...shown.matchAll(RUN)].map(({ index, 0: { length } }) => ({
      first: index,
      last: index + length - 1,
    }));
    let end = -1;
    for (const each of outline?.definitions ?? runs) {
      const { first, last } = each;
      const isNamed = "name" in each && words.has(each.name);
      const content = lines.slice(first, last + 1).join("\n");
      const isSeen = isNamed
        ? seenIn(first, last) > 0 || [...seen.pages].some((page) => page.includes(content))
        : isReadInParts && 2 * seenIn(first, last) > last - first;
      if (!isSeen || last <= end || last - first >= MOST_LINES) continue;
      end = last;
      const symbol = "name" in each ? [...each.container, each.name].join(".") : null;
      const part = { path, symbol, lines: `${first + 1}-${last + 1}`, sha256: sha256Hex(content) };
      found.push({ part, isNamed, count: last - first + 1 });
    }
  }
  let left = MOST_LINES;
  const parts = found
    .sort((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .filter(({ count }) => {
      const fits = count <= left;
      if (fits) left -= count;
      return fits;
    })
    .slice(0, MOST_PARTS)
    .map(({ part }) => part);
  return parts.length === 0 ? undefined : parts;
};
