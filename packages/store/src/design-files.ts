import { existsSync } from "node:fs";
import { join } from "node:path";
import { DESIGN_FILE, DESIGN_PAGE, DESIGN_PAGE_START } from "@llmch/contract";
import { startOfFile } from "@llmch/files";

/** The files of a plan's design, and the text near the start of each that shows that llmch wrote it. */
const MARKS: readonly (readonly [name: string, mark: string])[] = [
  [DESIGN_FILE, '/design.schema.json"'],
  [DESIGN_PAGE, DESIGN_PAGE_START],
];

const START_BYTES = 300;

/** The design in a folder of orders: other programs and people use these file names too, and their files are not part of a plan. */
export const designFilesIn = (
  directory: string,
): { readonly own: readonly string[]; readonly foreign: readonly string[] } => {
  const found = MARKS.filter(([name]) => existsSync(join(directory, name)));
  const isOwn = ([name, mark]: (typeof MARKS)[number]): boolean => {
    const start = startOfFile(join(directory, name), START_BYTES);
    return start.ok && new TextDecoder().decode(start.value).includes(mark);
  };
  const own = found.filter(isOwn).map(([name]) => name);
  return { own, foreign: found.map(([name]) => name).filter((name) => !own.includes(name)) };
};
