import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Context } from "@llmch/config";
import type { PlanFormat, RecordedImport } from "@llmch/contract";
import { checkoutAt, foldersIn, isFolder, isInside, namesIn, realLocation } from "@llmch/files";
import {
  filesBeside,
  filesOf,
  formatOfFile,
  formatOfFolder,
  type ImportedPlan,
  importInWords,
  importPlan,
  isOneFile,
  type PlanFile,
  specText,
} from "@llmch/import";
import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { readNamedText } from "@llmch/workspace";

/** A spec as its user named it: a file, or the plan of another tool. */
export interface NamedSpec {
  readonly text: string;
  /** The plan that the text was made from; null for an ordinary text. */
  readonly plan: SpecPlan | null;
}

export interface SpecPlan extends ImportedPlan {
  /** Its folder or file, relative to its repo. */
  readonly place: string;
  readonly record: RecordedImport;
  /** What was taken from it and what was not, for its user. */
  readonly lines: readonly string[];
}

/** What a user says of a spec's file. */
export interface SpecName {
  readonly file: string;
  /** Whose plan it is; `none` for a plain text, undefined to find out. */
  readonly format: PlanFormat | "none" | undefined;
  /** The repo that the work is done in; null for none. */
  readonly repo: string | null;
}

const IMPORT_HINT = "name its folder or its list of tasks, or leave --import out";
const HINT = "check the path; `-` reads standard input";

/** Reads a spec: a text as it is, a plan of another tool as one spec (contract §4). Nothing is written. */
export const readNamedSpec = async (
  { file, format, repo }: SpecName,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<NamedSpec, Refusal>> => {
  const path = resolve(cwd, file);
  const whole = inRepo("/", path);
  const where = { ...rootOf(path, repo, cwd), env };
  if (isFolder(path)) {
    const names = namesBelow(path);
    const known = format ?? formatOfFolder(whole, names) ?? "none";
    if (known !== "none" && filesOf(known, names).length > 0) return readPlan(known, path, names, where);
    const hint = "name a file, or say whose plan it is with --import";
    const plan = known === "none" ? "plan that llmch knows" : `plan of ${known}`;
    return rejected(refusal("unreadable-input", printable(`${file} is a folder, and no ${plan}`), hint));
  }
  const text = await readNamedText(path, env, { hint: HINT });
  if (!text.ok) return text;
  const known = format ?? formatOfFile(whole, text.value) ?? "none";
  if (known === "none") return accepted({ text: text.value, plan: null });
  if (isOneFile(known)) return readPlan(known, path, null, where);
  const names = namesBelow(dirname(path));
  if (filesOf(known, names).includes(basename(path))) return readPlan(known, dirname(path), names, where);
  return rejected(refusal("unreadable-input", printable(`${file} is no file of a plan of ${known}`), IMPORT_HINT));
};

/** A plan whose commands hold already is asked for without them. */
export const withoutCommands = (spec: SpecPlan, held: readonly string[]): NamedSpec => {
  const commands = spec.commands.filter(({ command }) => !held.includes(command));
  const plan = { ...spec, commands };
  return { text: specText(plan).text, plan };
};

/** Where a plan stands. */
interface Where extends Pick<Context, "env"> {
  /** What paths are relative to: the target repo, if it holds the plan, else the plan's own; without one, this directory. */
  readonly root: string;
  /** Whether that is the repo that the work is done in: only there are boxes that it could tick. */
  readonly isTarget: boolean;
}

const rootOf = (path: string, repo: string | null, cwd: string): Omit<Where, "env"> => {
  const target = repo === null ? null : checkoutAt(resolve(cwd, repo));
  const place = realLocation(path);
  const holds = (folder: string | null): folder is string => folder !== null && isInside(folder, place);
  const root = [target, checkoutAt(path), realLocation(cwd)].find(holds) ?? dirname(place);
  return { root, isTarget: root === target };
};

const inRepo = (root: string, path: string): string => relative(root, realLocation(path)).split(sep).join("/");

/** More than a plan has. */
const MOST_FILES = 200;
const MOST_BYTES = 1024 * 1024;
const MOST_NAMES = 5000;

/** The files below a folder, relative to it and with `/`, in the order of their names. No link to a folder is followed. */
const namesBelow = (folder: string): readonly string[] => {
  const names: string[] = [];
  const look = (below: string): void => {
    const folders = new Set(foldersIn(join(folder, below)));
    for (const name of namesIn(join(folder, below)).toSorted()) {
      if (names.length > MOST_NAMES || name === ".git" || name === "node_modules") continue;
      if (folders.has(name)) look(`${below}${name}/`);
      else names.push(`${below}${name}`);
    }
  };
  look("");
  return names;
};

/**
 * Reads the files of a plan.
 * @param names what is in its folder; null if it is one file
 */
const readPlan = async (
  format: PlanFormat,
  path: string,
  names: readonly string[] | null,
  { root, isTarget, env }: Where,
): Promise<Result<NamedSpec, Refusal>> => {
  const read = names === null ? [path] : filesOf(format, names).map((name) => join(path, name));
  const tooMany =
    read.length > MOST_FILES
      ? `${read.length} files of a plan, and at most ${MOST_FILES} are read`
      : (names?.length ?? 0) > MOST_NAMES
        ? `more than ${MOST_NAMES} files`
        : null;
  if (tooMany !== null)
    return rejected(refusal("unreadable-input", printable(`${path} holds ${tooMany}`), "name a folder in it"));
  const files: PlanFile[] = [];
  const beside = filesBeside(format).map((name) => join(path, name));
  for (const each of [...read, ...beside]) {
    const name = inRepo(root, each);
    const text = await readNamedText(each, env, { name: printable(`${name}:1`), hint: HINT, maxBytes: MOST_BYTES });
    if (text.ok) files.push({ path: name, text: text.value });
    else if (!beside.includes(each)) return text;
  }
  const place = inRepo(root, path);
  const folder = names === null ? dirname(path) : path;
  const others = (names ?? namesIn(folder)).map((name) => inRepo(root, join(folder, name)));
  const plan = importPlan({ format, place, files, others });
  if (!plan.ok) return plan;
  const { text, left } = specText(plan.value);
  const items = plan.value.items.map((item) => ({ ...item, box: isTarget ? item.box : null }));
  const lines = importInWords(plan.value, place || ".", left);
  return accepted({ text, plan: { ...plan.value, place, record: { format, items, ticks: false }, lines } });
};
