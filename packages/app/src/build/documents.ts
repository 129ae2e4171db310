import { join } from "node:path";
import { type BuildState, failingNames, memoryOf, scopeChanges, standingFindings } from "@llmch/build";
import {
  type Assessment,
  type BuildWindow,
  buildDocument,
  EXAMINATION_FILE,
  type Examination,
  type PlanConfig,
  readAssessment,
  readExamination,
  readScope,
  readWindow,
  SCOPE_FILE,
  type Scope,
} from "@llmch/contract";
import { NOTHING_EXAMINED } from "@llmch/examiner";
import { jsonText } from "@llmch/files";
import { readOwnText } from "@llmch/store";
import {
  accepted,
  createRedactor,
  type JsonObject,
  type JsonValue,
  jsonObject,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
  sha256Hex,
} from "@llmch/text";
import { type Build, citable, numbered } from "./build.ts";

/** A document in a build's folder; null if there is none. A user may have edited it. */
const standing = <Document>(
  directory: string,
  name: string,
  judge: (value: JsonValue) => Result<Document, string>,
): Result<{ readonly document: Document; readonly sha256: string } | null, Refusal> => {
  const text = readOwnText(join(directory, name));
  if (!text.ok && text.issues[0] === "it is missing") return accepted(null);
  const read = text.ok ? readJson(text.value) : text;
  const fault = (issue: string | { readonly message: string }) => (typeof issue === "string" ? issue : issue.message);
  const judged = read.ok ? judge(read.value) : rejected(fault(read.issues[0]));
  if (text.ok && judged.ok) return accepted({ document: judged.value, sha256: sha256Hex(text.value) });
  const why = judged.ok ? "" : judged.issues.join("; ");
  return rejected(refusal("unreadable-input", `${name} cannot be used: ${why}`, "put it right, and resume the build"));
};

export const standingScope = (directory: string) => standing(directory, SCOPE_FILE, readScope);

export const standingWindow = (directory: string, window: number) =>
  standing(directory, windowFile(window), readWindow);

/** What the examinations of a build came to so far. */
export const examinationOf = (directory: string): Result<Examination, Refusal> => {
  const read = standing(directory, EXAMINATION_FILE, readExamination);
  return read.ok ? accepted(read.value?.document ?? NOTHING_EXAMINED) : read;
};

/** The scope of a build that has one. */
export const scopeOf = ({ session }: { readonly session: Pick<Build["session"], "directory"> }): Scope => {
  const read = standingScope(session.directory);
  if (!read.ok || read.value === null) throw new Error(`the scope in ${session.directory} cannot be read`);
  return read.value.document;
};

/** The scope as llmch last wrote it: what its user makes of it is told as a difference. */
const WRITTEN_SCOPE = "scope/written.json";

/** Writes a scope into the build's folder, and tells how it differs from the one before, in lines. */
export const writeScope = async (scope: Scope, { session }: Pick<Build, "session">): Promise<readonly string[]> => {
  const before = standing(session.directory, WRITTEN_SCOPE, readScope);
  const document = buildDocument("scope", scope);
  for (const name of [SCOPE_FILE, WRITTEN_SCOPE]) await session.record(name, document);
  return before.ok && before.value !== null ? scopeChanges(before.value.document, scope) : [];
};

/** What is not as the journal says: the scope, or the branch that holds what landed. Looked at when a build goes on and before each step. */
export const strayFault = async (
  { branch, tip, landed, scopeSha256 }: BuildState,
  { session, repo, runId }: Pick<Build, "session" | "repo" | "runId">,
): Promise<Refusal | null> => {
  const scope = scopeSha256 === null ? accepted(null) : standingScope(session.directory);
  if (!scope.ok) return scope.issues[0];
  if (scopeSha256 !== null && scope.value?.sha256 !== scopeSha256) {
    const hint = "resume the build: a change that the rules accept is taken";
    return refusal("unreadable-input", `${SCOPE_FILE} was changed while the build ${runId} went on`, hint);
  }
  if (branch === null || tip === null || landed.length === 0) return null;
  const now = await repo.branchTip(branch);
  if (now === tip || (now !== null && (await repo.git.read("merge-base", "--is-ancestor", tip, now)).ok)) return null;
  const where = `${tip.slice(0, 10)}, where the build ${runId} left it`;
  return now === null
    ? refusal("branch-missing", `the branch ${branch} is gone; it stood at ${where}`, `\`git branch ${branch} ${tip}\``)
    : refusal("not-resumable", `the branch ${branch} no longer holds ${where}`, "put that back, or begin a new build");
};

/** A scope as its file has it. */
export const scopeText = (scope: Scope, secrets: readonly string[]): string =>
  jsonText(createRedactor(secrets).value(buildDocument("scope", scope)));

export const windowDocument = (window: BuildWindow): JsonObject => buildDocument("window", jsonObject(window));

export const windowFile = (window: number): string => `windows/${numbered(window)}.json`;

/** What the planner of the next window is told of those before it. */
export type HandedOn = Pick<NonNullable<PlanConfig["part"]>, "standing" | "notes" | "citable">;

/** As it stands in the build's folder: its user may have changed the notes. */
export const handedOn = (state: BuildState, build: Build, spec: string): Result<HandedOn, Refusal> => {
  if (!state.scoped) {
    // The first plan without a scope is that of any other spec.
    const lines = [WITHOUT_SCOPE, ...state.said.map(({ text }) => `- ${text}`)];
    const before = state.nextOrder === 1 ? null : lines.join("\n");
    return accepted({ standing: before, notes: state.notes, citable: citable(state) });
  }
  const { lastWindow } = state;
  const last = lastWindow === null ? accepted(null) : standingWindow(build.session.directory, lastWindow.window);
  if (!last.ok) return last;
  const notes = last.value?.document.notes ?? state.notes;
  const scope = scopeOf(build);
  return accepted({
    standing: memoryOf(scope, { ...state, notes }, spec),
    notes,
    citable: [
      ...citable(state),
      ...failingNames({ judged: state.judged?.milestones ?? [], scope, findings: standingFindings(state) }),
    ],
  });
};

const WITHOUT_SCOPE =
  "Orders for the whole specification have landed. The current milestone is what is left of it, and what its user said:";

export const assessmentFile = (assessment: number): string => `assessments/${numbered(assessment)}.json`;

/** An assessment that this build has recorded. */
export const recordedAssessment = (directory: string, assessment: number): Assessment => {
  const read = standing(directory, assessmentFile(assessment), readAssessment);
  if (!read.ok || read.value === null) throw new Error(`${assessmentFile(assessment)} in ${directory} cannot be read`);
  return read.value.document;
};
