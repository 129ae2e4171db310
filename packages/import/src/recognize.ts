import { PLAN_FORMATS, type PlanFormat } from "@llmch/contract";

/** Where a format's plans stand, and which of their files are read. */
interface Place {
  /** The path of a folder that holds a plan. */
  readonly folder: RegExp;
  /** What a folder of its own must hold, by paths relative to it. */
  readonly holds: RegExp;
  /** The files that are read, by paths relative to the folder. */
  readonly reads: RegExp;
  /** A file that is a plan by itself, by its path and its text; else `tasks.md` of such a folder stands for the folder. */
  readonly file?: readonly (readonly [path: RegExp, text: RegExp])[];
}

const TASKS = /^tasks\.md$/;
const GSD_PLAN = /(?:^|\/)(?:[\d.]+-)*\d+-PLAN\.md$/;
const BMAD_STORY = /(?:^|\/)\d+-\d+-[^/]+\.md$/;
const BMAD_SPEC = /(?:^|\/)spec-[^/]+\.md$/;

const PLACES: Readonly<Record<PlanFormat, Place>> = {
  "spec-kit": {
    folder: /(?:^|\/)specs\/\d{3,}-[^/]+$/,
    holds: TASKS,
    reads: /^(?:tasks|spec|plan)\.md$/,
  },
  openspec: {
    folder: /(?:^|\/)openspec\/changes\/(?:archive\/)?(?!archive$)[^/]+$/,
    holds: /^(?:tasks|proposal)\.md$/,
    reads: /^(?:tasks|proposal|design)\.md$|^specs\/(?:.+\/)?[^/]+\.md$/,
  },
  kiro: {
    folder: /(?:^|\/)\.kiro\/specs\/[^/]+$/,
    holds: TASKS,
    reads: /^(?:tasks|requirements|design|bugfix)\.md$/,
  },
  gsd: {
    folder: /(?:^|\/)\.planning(?:\/|$)/,
    holds: GSD_PLAN,
    reads: GSD_PLAN,
    file: [[GSD_PLAN, /^\ufeff?---\r?\n(?:[^\n]*\n)*?phase:/]],
  },
  bmad: {
    folder: /(?:^|\/)_bmad-output(?:\/|$)/,
    holds: new RegExp(`${BMAD_SPEC.source}|${BMAD_STORY.source}`),
    reads: new RegExp(`${BMAD_SPEC.source}|${BMAD_STORY.source}`),
    file: [
      [BMAD_SPEC, /^\ufeff?---\r?\n[\s\S]*?\nstatus:[\s\S]*?\n<frozen-after-approval/],
      [/(?:^|\/)_bmad-output\/(?:.*\/)?\d+-\d+-[^/]+\.md$/, /^# Story \d/],
    ],
  },
};

/** Front matter and a first heading are shorter. */
const LONGEST_BEGINNING = 8_000;

/** Whose plan a folder is, by its path in the repo and the names in it; null for none that is known. */
export const formatOfFolder = (path: string, names: readonly string[]): PlanFormat | null =>
  PLAN_FORMATS.find(
    (format) => PLACES[format].folder.test(path) && names.some((name) => PLACES[format].holds.test(name)),
  ) ?? null;

/**
 * Whose plan a file is: one by itself, or the list of tasks of a folder that is one. Null for any other text. Only its place and the form
 * of its beginning count, so no ordinary text is taken for a plan.
 */
export const formatOfFile = (path: string, text: string): PlanFormat | null => {
  const beginning = text.slice(0, LONGEST_BEGINNING);
  const [folder = ""] = path.split(/\/tasks\.md$/);
  const isPlan = ({ folder: place, file }: Place) =>
    file === undefined
      ? path === `${folder}/tasks.md` && place.test(folder)
      : file.some(([at, begins]) => at.test(path) && begins.test(beginning));
  return PLAN_FORMATS.find((format) => isPlan(PLACES[format])) ?? null;
};

/** Whether a format's plan is one file, as opposed to a folder. */
export const isOneFile = (format: PlanFormat): boolean => PLACES[format].file !== undefined;

/** Which files of a folder are read, by paths relative to it. */
export const filesOf = (format: PlanFormat, names: readonly string[]): readonly string[] =>
  names.filter((name) => PLACES[format].reads.test(name));

/** Files outside of the folder that say more, by paths relative to it; they may be missing. */
export const filesBeside = (format: PlanFormat): readonly string[] =>
  format === "openspec" ? ["../../config.yaml", "../../project.md"] : [];
