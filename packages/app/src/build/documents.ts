import { join } from "node:path";
import { type BuildState, failingNames, memoryOf } from "@llmch/build";
import {
  type Assessment,
  accepted,
  type BuildWindow,
  buildDocument,
  createRedactor,
  type JsonObject,
  type Refusal,
  type Result,
  readAssessment,
  readJson,
  readScope,
  readWindow,
  refusal,
  rejected,
  SCOPE_FILE,
  type Scope,
  sha256Hex,
} from "@llmch/contract";
import { jsonText } from "@llmch/files";
import { readOwnText } from "@llmch/store";
import { type Build, citable, numbered } from "./build.ts";

/** A scope as it stands in a build's folder. */
export interface StandingScope {
  readonly scope: Scope;
  /** Of the file. */
  readonly sha256: string;
}

/** The scope in a build's folder; null if there is none. A user may have edited it. */
export const standingScope = (directory: string): Result<StandingScope | null, Refusal> => {
  const text = readOwnText(join(directory, SCOPE_FILE));
  if (!text.ok)
    return text.issues[0] === "it is missing" ? accepted(null) : rejected(unusable(SCOPE_FILE, text.issues[0]));
  const read = readJson(text.value);
  const scope = read.ok ? readScope(read.value) : rejected(read.issues[0].message);
  return scope.ok
    ? accepted({ scope: scope.value, sha256: sha256Hex(text.value) })
    : rejected(unusable(SCOPE_FILE, scope.issues.join("; ")));
};

/** The scope of a build that has one. */
export const scopeOf = ({ session }: Pick<Build, "session">): Scope => {
  const standing = standingScope(session.directory);
  if (!standing.ok || standing.value === null) throw new Error(`the scope in ${session.directory} cannot be read`);
  return standing.value.scope;
};

/** A scope as its file has it. */
export const scopeText = (scope: Scope, secrets: readonly string[]): string =>
  jsonText(createRedactor(secrets).value(buildDocument("scope", scope)));

export const windowDocument = ({ orders, changes, abort, ...window }: BuildWindow): JsonObject =>
  buildDocument("window", {
    ...window,
    orders: orders.map((each) => ({ ...each })),
    changes: changes.map((each) => ({ ...each })),
    abort: abort === null ? null : { ...abort },
  });

export const windowFile = (window: number): string => `windows/${numbered(window)}.json`;

/** A window as it stands in a build's folder; null if there is none. */
export const standingWindow = (directory: string, window: number): Result<BuildWindow | null, Refusal> => {
  const name = windowFile(window);
  const text = readOwnText(join(directory, name));
  if (!text.ok) return text.issues[0] === "it is missing" ? accepted(null) : rejected(unusable(name, text.issues[0]));
  const read = readJson(text.value);
  const document = read.ok ? readWindow(read.value) : rejected(read.issues[0].message);
  return document.ok ? document : rejected(unusable(name, document.issues.join("; ")));
};

const unusable = (name: string, why: string): Refusal =>
  refusal("unreadable-input", `${name} cannot be used: ${why}`, "put it right, and resume the build");

/** What the planner of the next window is told of those before it. */
export interface HandedOn {
  /** Where the build stands; null without a scope. */
  readonly standing: string | null;
  readonly notes: readonly string[];
  /** What a given-up order may rest on. */
  readonly citable: readonly string[];
}

/** As it stands in the build's folder: its user may have changed the notes. */
export const handedOn = (state: BuildState, build: Build): Result<HandedOn, Refusal> => {
  if (!state.scoped) return accepted({ standing: null, notes: [], citable: [] });
  const { lastWindow } = state;
  const last = lastWindow === null ? accepted(null) : standingWindow(build.session.directory, lastWindow.window);
  if (!last.ok) return last;
  const notes = last.value?.notes ?? state.notes;
  const scope = scopeOf(build);
  return accepted({
    standing: memoryOf(scope, { ...state, notes }),
    notes,
    citable: [...citable(state), ...failingNames({ judged: state.judged?.milestones ?? [], scope })],
  });
};

export const assessmentFile = (assessment: number): string => `assessments/${numbered(assessment)}.json`;

/** An assessment that this build has recorded. */
export const recordedAssessment = (directory: string, assessment: number): Assessment => {
  const text = readOwnText(join(directory, assessmentFile(assessment)));
  const read = text.ok ? readJson(text.value) : null;
  const document = read?.ok === true ? readAssessment(read.value) : null;
  if (document?.ok !== true) throw new Error(`${assessmentFile(assessment)} in ${directory} cannot be read`);
  return document.value;
};
