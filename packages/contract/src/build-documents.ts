import { accepted, counted, type JsonObject, type JsonValue, type Result } from "@llmch/text";
import type { z } from "zod";
import { type Acceptance, acceptanceOf } from "./acceptance.ts";
import * as validator from "./generated/build-validator.js";
import { judgeGiven } from "./schema-judge.ts";
import { schemaUri } from "./schema-uri.ts";
import type {
  Abort,
  assessmentSchema,
  BuildWindow,
  milestoneSchema,
  NoteChange,
  scopeSchema,
  windowSchema,
} from "./schemas/build.ts";
import type { Examination, examinationSchema } from "./schemas/examination.ts";

export type { Abort, BuildWindow, NoteChange };

export type Milestone = Readonly<Omit<z.output<typeof milestoneSchema>, "acceptance">> & {
  readonly acceptance: readonly Acceptance[];
};
export type Scope = Readonly<Omit<z.output<typeof scopeSchema>, "milestones">> & {
  readonly milestones: readonly Milestone[];
};
export type Assessment = Readonly<Omit<z.output<typeof assessmentSchema>, "milestones">> & {
  /** Null unless the verdict is `rescope`. */
  readonly milestones: readonly Milestone[] | null;
};

/** The name of a scope's file in the folder of its build. */
export const SCOPE_FILE = "scope.json";

/** Reads a scope with its defaults filled in, or reports everything that is wrong with its form. */
export const readScope = (value: JsonValue): Result<Scope, string> => {
  const judged = judgeGiven<z.input<typeof scopeSchema>>(validator.scope, value);
  if (!judged.ok) return judged;
  const { remit, assumptions = [], milestones } = judged.value;
  const { what, for_whom, what_not = [] } = remit;
  return accepted({ remit: { what, for_whom, what_not }, assumptions, milestones: milestones.map(milestoneOf) });
};

/** The same for a window. */
export const readWindow = (value: JsonValue): Result<BuildWindow, string> => {
  const judged = judgeGiven<z.input<typeof windowSchema>>(validator.window, value);
  if (!judged.ok) return judged;
  const { window, milestone, plan, run = null, orders, completes = false } = judged.value;
  const { notes = [], changes = [], abort = null } = judged.value;
  return accepted({ window, milestone, plan, run, orders, completes, notes, changes, abort });
};

/** The same for an assessment. */
export const readAssessment = (value: JsonValue): Result<Assessment, string> => {
  const judged = judgeGiven<z.input<typeof assessmentSchema>>(validator.assessment, value);
  if (!judged.ok) return judged;
  const { verdict, reasons, milestones = null } = judged.value;
  return accepted({ verdict, reasons, milestones: milestones?.map(milestoneOf) ?? null });
};

/** The name of an examination's file in the folder of its run. */
export const EXAMINATION_FILE = "examination.json";

/** The same for an examination. */
export const readExamination = (value: JsonValue): Result<Examination, string> => {
  const judged = judgeGiven<z.input<typeof examinationSchema>>(validator.examination, value);
  if (!judged.ok) return judged;
  const { checks, findings, struck = [], questions = [], cut = [] } = judged.value;
  const filled = checks.map(({ milestone = null, asked_back = false, withdrawn = false, results = [], ...check }) => ({
    ...{ ...check, milestone, asked_back, withdrawn, results },
  }));
  return accepted({ checks: filled, findings, struck, questions, cut });
};

const milestoneOf = (given: z.input<typeof scopeSchema>["milestones"][number]): Milestone => {
  const { id, outcome, fulfils = [], acceptance, area = "" } = given;
  return { id, outcome, fulfils, acceptance: acceptanceOf({ acceptance_commands: acceptance }), area };
};

/**
 * A scope as a person is shown it, a line each.
 * @param numbered a sentence of the spec with its number
 * @param programs the command that prints the programs of its checks
 */
export const scopeInWords = (
  { remit, assumptions, milestones }: Scope,
  numbered: (sentence: string) => readonly string[],
  programs: string,
): readonly string[] => [
  remit.what,
  `for: ${remit.for_whom}`,
  ...remit.what_not.map((each) => `not: ${each}`),
  ...assumptions.map((each) => `assumed: ${each}`),
  ...milestones.flatMap(({ id, outcome, fulfils, acceptance }) => {
    const hidden = acceptance.filter((each) => each.hidden).length;
    const checks = `${counted(acceptance.length, "check")}${hidden === 0 ? "" : `, ${hidden} hidden`}`;
    return ["", `${id}  ${outcome}`, ...fulfils.flatMap(numbered).map((each) => `    ${each}`), `    ${checks}`];
  }),
  "",
  `the checks' programs: ${programs}`,
];

/** The JSON document of a scope, a window, an assessment or an examination. `$schema` distinguishes it from other files. */
export const buildDocument = (
  name: "scope" | "window" | "assessment" | "examination",
  document: JsonObject,
): JsonObject => ({
  $schema: schemaUri(name),
  ...document,
});
