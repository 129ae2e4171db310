import { existsSync, readdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { DESIGN_FILE, DESIGN_PAGE, DESIGN_PAGE_START } from "@llmch/contract";
import {
  errnoOf,
  faultInWords,
  isTemporaryName,
  makeDirectory,
  probeDirectory,
  readTextFile,
  startOfFile,
  writeFileAtomic,
} from "@llmch/files";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** The name of the plan's own document, beside its orders. */
export const MANIFEST_FILE = "WORK_ORDERS_MANIFEST.json";

/** A directory's entries by name, in code unit order; null if the path is a file; a refusal if it is neither. */
export const directoryEntries = async (path: string): Promise<Result<readonly string[] | null, Refusal>> => {
  try {
    return accepted(readdirSync(path).sort());
  } catch (fault) {
    if (errnoOf(fault) === "ENOTDIR") return accepted(null);
    return rejected(refusal("unreadable-input", `${path} cannot be read (${faultInWords(fault)})`, "check the path"));
  }
};

/** True for the files that a plan consists of, and that a new plan replaces (contract §4). */
const isPlanFile = (name: string): boolean => /^WO-.*\.json$/.test(name) || name === MANIFEST_FILE;

/** The files of a plan in a directory, as absolute paths; none if the directory cannot be read. */
export const planFilesIn = async (directory: string): Promise<readonly string[]> => {
  const entries = await directoryEntries(directory);
  const orders = (entries.ok ? (entries.value ?? []) : []).filter(isPlanFile);
  return [...orders, ...designFilesIn(directory).own].map((name) => join(directory, name));
};

/**
 * Checks that a plan can be written into a directory later: the directory can be made or written, and it has no plan or the plan
 * may be replaced. Makes nothing.
 */
export const checkPlanDirectory = async (
  directory: string,
  options: { readonly overwrite: boolean; readonly hasDesign?: boolean },
): Promise<Result<null, Refusal>> => {
  const writable = probeDirectory(directory);
  if (!writable.ok) return writable;
  const [foreign] = options.hasDesign === true ? designFilesIn(directory).foreign : [];
  if (foreign !== undefined) {
    const inTheWay = `${join(directory, foreign)} is not llmch's, and is where a design would be written`;
    return rejected(refusal("output-exists", inTheWay, "choose another folder"));
  }
  const found = (await planFilesIn(directory)).map((path) => basename(path));
  if (found.length === 0 || options.overwrite) return accepted(null);
  const message = `${directory} already holds a plan (${found[0]}${found.length > 1 ? ", …" : ""})`;
  return rejected(refusal("output-exists", message, "choose another --outdir, or replace it with --overwrite"));
};

/**
 * Writes a plan's files in their order, the manifest last, so that a directory with a manifest has a complete plan. Removes what
 * an older plan, or a process killed while writing, left besides, and touches nothing else in the directory. Throws if the
 * machine fails.
 */
export const replacePlan = async (
  directory: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> => {
  makeDirectory(directory);
  const kept = new Set(files.map(({ name }) => name));
  await rm(join(directory, MANIFEST_FILE), { force: true });
  const design = designFilesIn(directory).own;
  for (const name of await readdir(directory)) {
    if (((isPlanFile(name) || design.includes(name)) && !kept.has(name)) || isTemporaryName(name))
      await rm(join(directory, name), { force: true });
  }
  for (const { name, text } of files) await writeFileAtomic(join(directory, name), text);
};

/** True if every plan file of a directory is byte for byte one of these; also true if there is none. */
export const isCopyOfPlan = async (directory: string, original: string): Promise<boolean> => {
  for (const file of await planFilesIn(directory)) {
    const copy = await readTextFile(file, { links: "none" });
    const source = await readTextFile(join(original, basename(file)), { links: "none" });
    if (!copy.ok || !source.ok || copy.value !== source.value) return false;
  }
  return true;
};

/** The files of a plan's design, and the text near the start of each that shows that llmch wrote it. */
const MARKS: readonly (readonly [name: string, mark: string])[] = [
  [DESIGN_FILE, '/design.schema.json"'],
  [DESIGN_PAGE, DESIGN_PAGE_START],
];

const START_BYTES = 300;

/** The design in a folder of orders: other programs and people use these file names too, and their files are not part of a plan. */
const designFilesIn = (directory: string): { readonly own: readonly string[]; readonly foreign: readonly string[] } => {
  const found = MARKS.filter(([name]) => existsSync(join(directory, name)));
  const isOwn = ([name, mark]: (typeof MARKS)[number]): boolean => {
    const start = startOfFile(join(directory, name), START_BYTES);
    return start.ok && new TextDecoder().decode(start.value).includes(mark);
  };
  const own = found.filter(isOwn).map(([name]) => name);
  return { own, foreign: found.map(([name]) => name).filter((name) => !own.includes(name)) };
};
