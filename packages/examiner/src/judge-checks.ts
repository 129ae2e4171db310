import { CHECK_LANGUAGES, type Diagnostic, type ExaminationCheck } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { checkAcceptance, type Findings, type NumberedDemand } from "@llmch/planner";
import {
  answeredDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  objectsMember,
  readJson,
  shellQuoted,
  textMember,
} from "@llmch/text";
import { languageOf, programArgv } from "./program.ts";

/** What the spec leaves open. */
export interface Question {
  readonly sentence: string;
  readonly question: string;
}

/** An answer with checks, as it was judged: those without errors. */
export interface JudgedChecks extends Findings {
  readonly checks: readonly ExaminationCheck[];
  readonly questions: readonly Question[];
  /** What is wrong with checks that were left out. Few are no error: a whole answer costs more than they are worth. */
  readonly left: readonly Diagnostic[];
}

/** What checks are judged against. */
export interface CheckFacts {
  readonly demands: readonly NumberedDemand[];
  readonly milestone: string | null;
  /** The number of the first check. */
  readonly first: number;
  readonly syntaxes: SyntaxReaders;
}

/** More would not run within the time that a milestone has. */
const MOST_CHECKS = 25;

/** Judges checks as a plan's commands are: each names sentences of the spec, parses, and can fail. */
export const judgeChecks = (answer: string, facts: CheckFacts): JudgedChecks => {
  const read = readJson(answeredDocument(answer));
  const document = read.ok && isJsonObject(read.value) ? read.value : null;
  if (document === null) return { ...NONE, errors: [fault("", "the answer is no JSON object with checks")] };
  const errors: Diagnostic[] = [];
  const checks: ExaminationCheck[] = [];
  for (const [index, given] of objectsMember(document, "checks").slice(0, MOST_CHECKS).entries()) {
    const judged = judgeCheck(given, index, facts);
    if ("id" in judged) checks.push({ ...judged, id: checkId(facts.first + checks.length) });
    else errors.push(...judged.errors);
  }
  const questions = objectsMember(document, "questions").flatMap((given) => {
    const sentence = sentenceOf(member(given, "sentence"), facts.demands) ?? textMember(given, "sentence");
    const question = textMember(given, "question")?.trim() ?? "";
    return sentence === null || question === "" ? [] : [{ sentence, question }];
  });
  if (checks.length + questions.length + errors.length === 0) errors.push(fault("/checks", "there is no check"));
  return { checks, questions, left: errors, errors: checks.length < errors.length ? errors : [], warnings: [] };
};

const NONE: JudgedChecks = { checks: [], questions: [], left: [], errors: [], warnings: [] };

export const checkId = (number: number): string => `E-${String(number).padStart(2, "0")}`;

/** A check, or what is wrong with it. */
const judgeCheck = (
  given: JsonObject,
  index: number,
  { demands, milestone, syntaxes }: CheckFacts,
): ExaminationCheck | { readonly errors: readonly Diagnostic[] } => {
  const at = `/checks/${index}`;
  const program = textMember(given, "program")?.trim() ?? "";
  const named = member(given, "sentences");
  const numbers = Array.isArray(named) ? named : [];
  const sentences = numbers.flatMap((number) => sentenceOf(number, demands) ?? []);
  if (program === "") return { errors: [fault(`${at}/program`, "the program is empty")] };
  if (sentences.length === 0 || sentences.length < numbers.length)
    return { errors: [fault(`${at}/sentences`, `sentences have the numbers 1 to ${demands.length}`)] };
  const language = CHECK_LANGUAGES.find((each) => each === textMember(given, "language")) ?? languageOf(program);
  const errors = programFaults({ language, program }, at, syntaxes);
  if (errors.length > 0) return { errors };
  const expects = textMember(given, "expects")?.trim() || sentences.join(" ");
  const unasked = { asked_back: false, withdrawn: false, results: [] };
  return { id: checkId(1), milestone, sentences: [...new Set(sentences)], language, program, expects, ...unasked };
};

/** Why a program is none: it does not parse, or it cannot fail. */
export const programFaults = (
  check: Pick<ExaminationCheck, "language" | "program">,
  at: string,
  syntaxes: SyntaxReaders,
): readonly Diagnostic[] => {
  const command = programArgv(check).map(shellQuoted).join(" ");
  return checkAcceptance([{ command, hidden: true }], syntaxes)
    .filter(({ code }) => code.startsWith("E") || code === "W204")
    .map(({ code, message }) => ({ code, wo_id: null, field: "checks", message: `${at}: ${message}`, pointer: at }));
};

/** The sentence that a number, or its own words, mean; null for none. */
const sentenceOf = (given: JsonValue | undefined, demands: readonly NumberedDemand[]): string | null => {
  const words = typeof given === "number" ? String(given) : typeof given === "string" ? given.trim() : "";
  const [, number] = /^\[?§*(\d+)\]?$/.exec(words) ?? [];
  const found = demands.find((each) => (number === undefined ? each.text === words : each.number === Number(number)));
  return found?.text ?? null;
};

const fault = (pointer: string, message: string): Diagnostic => ({
  ...{ code: "E005", wo_id: null, field: "checks", pointer, message: `${pointer}: ${message}` },
});
