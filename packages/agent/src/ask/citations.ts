import { repoPath } from "@llmch/contract";
import { counted } from "@llmch/text";
import { openText } from "../paths.ts";
import type { Scene } from "../scene.ts";

/** A place that an answer names: `path:line` or `path:first-last`. Lines count from 1. */
export interface Citation {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** A citation of a place that does not exist. */
export interface StruckCitation extends Citation {
  readonly why: string;
}

/** The citations in a text. */
export interface Cited {
  /** The text, with a mark after every struck citation. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly struck: readonly StruckCitation[];
}

/** Matches a path without spaces, followed by line numbers, but not the host and port of an address. */
const CITATION = /(?<![\w./@+~-])(?!\/\/)([\w.@+~-][\w./@+~-]{0,400}):(\d{1,7})(?:-(\d{1,7}))?(?![\w:])/g;
export const STRUCK = " [struck: no such place]";

/** Looks up each citation of a text in the files, and strikes those whose place does not exist. */
export const checkCitations = async (text: string, scene: Scene): Promise<Cited> => {
  const citations: Citation[] = [];
  const struck: StruckCitation[] = [];
  const known = new Map<string, Promise<string | null>>();
  const pieces: string[] = [];
  let done = 0;
  for (const found of text.matchAll(CITATION)) {
    const [whole, path = "", from = "", to = from] = found;
    if (!looksLikePath(path) || text.slice(0, found.index).endsWith("//")) continue;
    const citation: Citation = { path, first: Number(from), last: Number(to) };
    const key = JSON.stringify(citation);
    const fault = known.get(key) ?? faultOf(citation, scene);
    const isNew = !known.has(key);
    known.set(key, fault);
    const why = await fault;
    if (isNew && why === null) citations.push(citation);
    if (isNew && why !== null) struck.push({ ...citation, why });
    const end = found.index + whole.length;
    pieces.push(text.slice(done, end), ...(why === null ? [] : [STRUCK]));
    done = end;
  }
  return { text: [...pieces, text.slice(done)].join(""), citations, struck };
};

/** Requires a folder, or an extension that begins with a letter: `12:30` and `localhost:80` are not files. */
const looksLikePath = (path: string): boolean => /\/|\.[A-Za-z]\w*$/.test(path) || /^[A-Z]\w*file$/.test(path);

/** Null if the citation's place exists. */
const faultOf = async ({ path, first, last }: Citation, scene: Scene): Promise<string | null> => {
  if (repoPath(path) !== path) return "that is no path of the repo";
  const opened = await openText(path, scene);
  if (!opened.ok) return opened.issues[0];
  const lines = opened.value.text === "" ? 0 : opened.value.text.replace(/\n$/, "").split("\n").length;
  if (first > last) return "its lines are out of order";
  return first >= 1 && last <= lines ? null : `the file has ${counted(lines, "line")}`;
};
