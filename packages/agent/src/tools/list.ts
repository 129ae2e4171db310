import { normalizePath, repoPath } from "@llmch/contract";
import { counted, globPattern, isGlob } from "@llmch/text";
import { defineTool } from "../define-tool.ts";
import { fitLines } from "../output/fit-lines.ts";
import { openFiles } from "../paths.ts";
import type { Outcome } from "../tool.ts";

/** More files than this are summarized by folder. */
const MOST_FILES = 300;

/** Lists files. */
export const list = defineTool<{ readonly path?: string }>({
  name: "list",
  risk: "read",
  about:
    "Lists the files of the repo, with your draft laid over: of a folder (all below it, or its entries with counts if there are many), or those that a glob means.",
  properties: {
    path: {
      type: ["string", "null"],
      description: "A folder such as src, or a glob such as src/**/*.ts; left out, the whole repo.",
    },
  },
  required: [],
  run: async ({ path = "" }, context) => {
    const all = await openFiles(context);
    if (isGlob(path)) return listed(all.filter(globPattern(path)), "that the glob means", context.room);
    const folder = folderOf(path);
    if (folder === null) return { ok: false, said: "that is no folder of the repo" };
    const below = folder === "" ? all : all.filter((each) => each.startsWith(`${folder}/`));
    if (below.length === 0)
      return {
        ok: false,
        said: all.some((each) => each === folder) ? "that is a file: use `read`" : "there is no such folder",
      };
    if (below.length <= MOST_FILES) return listed(below, "there", context.room);
    return listed(entriesOf(below, folder), `there, of ${counted(below.length, "file")} in all`, context.room, "entry");
  },
});

/** Null if it is not a repo path. The empty text is the repo itself. */
const folderOf = (path: string): string | null => {
  const normalized = normalizePath(path.trim());
  return normalized === "" || normalized === "." || normalized === "/" ? "" : repoPath(path.trim());
};

const listed = (lines: readonly string[], where: string, room: number, what: "file" | "entry" = "file"): Outcome => {
  const nouns = {
    file: counted(lines.length, "file"),
    entry: lines.length === 1 ? "1 entry" : `${lines.length} entries`,
  };
  if (lines.length === 0) return { ok: true, said: `0 files ${where}` };
  const { text, count } = fitLines(lines, room);
  const more =
    count < lines.length ? `; the first ${count} are shown: name a folder or a narrower glob to see more` : "";
  return { ok: true, said: `${nouns[what]} ${where}${more}`, shown: { label: "paths", text } };
};

/** The direct entries of a folder: subfolders with their file counts, and files. */
const entriesOf = (below: readonly string[], folder: string): readonly string[] => {
  const from = folder === "" ? 0 : folder.length + 1;
  const counts = new Map<string, number>();
  for (const path of below) {
    const slash = path.indexOf("/", from);
    const entry = slash === -1 ? path : path.slice(0, slash + 1);
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return [...counts].map(([entry, count]) => (entry.endsWith("/") ? `${entry} (${counted(count, "file")})` : entry));
};
