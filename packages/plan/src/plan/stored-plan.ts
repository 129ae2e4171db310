import { join } from "node:path";
import type { Context } from "@llmch/config";
import {
  type CompileOutcome,
  checkManifest,
  compiledPlan,
  compileHash,
  NOTHING_ASKED,
  type PlanQuestion,
} from "@llmch/planner";
import { recordedDesign } from "@llmch/records";
import { checkSeal, MANIFEST_FILE, readOwnText, storedRuns } from "@llmch/store";
import { SYNTAX_READERS } from "@llmch/syntax";
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, member, readJson } from "@llmch/text";
import { isTracked } from "@llmch/workspace";

/** An earlier plan that is valid by the current rules. */
export interface StoredPlan {
  readonly runId: string;
  readonly directory: string;
  readonly outcome: CompileOutcome;
  /** False if the orders would be written differently today. */
  readonly isAsWritten: boolean;
}

/**
 * The newest plan below an artifacts root that a live model gave to the same question. Skips, without throwing, any run that is
 * unfinished or whose files differ from its seal, and any plan that the current rules refuse. Also skips plans tracked by git: one that
 * came with a repo is its maker's word, not a model's.
 */
export const storedPlan = async (
  root: string,
  question: PlanQuestion,
  hash: string,
  env: Context["env"],
): Promise<StoredPlan | null> => {
  for (const { kind, runId } of storedRuns(root)) {
    if (kind !== "planner") continue;
    const directory = join(root, kind, runId);
    const text = readOwnText(join(directory, "run.json"));
    // Most runs are for other questions, and a text search is enough to rule them out.
    if (!text.ok || !text.value.includes(hash)) continue;
    const manifestSha256 = standingPlan(text.value, hash);
    if (manifestSha256 === null || !(await isAsSealed(directory))) continue;
    if (await isTracked(join(directory, "run.json"), env)) continue;
    const manifest = documentIn(directory, `output/${MANIFEST_FILE}`);
    if (manifest === null) continue;
    const { repoFiles, spec, boxes } = question;
    const design = await recordedDesign(join(directory, "output"));
    const options = { repoFiles, spec, design, syntaxes: SYNTAX_READERS, dropVerifyScriptOrder: true };
    const check = checkManifest(manifest, options);
    if (check.errors.length > 0) continue;
    const read = check.orders.map(({ given }) => at(given, "provenance", "read"));
    // They stay orders of the commit that they were planned at.
    const planned = at(check.orders[0]?.given ?? null, "provenance", "repo_commit");
    const repoCommit = typeof planned === "string" ? planned : null;
    const origin = { plannerRunId: runId, compileHash: compileHash(question), repoCommit, read, boxes };
    const plan = compiledPlan(check, origin, design);
    if (plan.manifestSha256 !== manifestSha256) continue;
    const isAsWritten = canonicalJson(plan.manifest) === canonicalJson(manifest);
    const { errors, warnings, coverage } = check;
    const told = { asked: NOTHING_ASKED, errors, warnings, coverage, window: null };
    const outcome = { kind: "compiled", plan, attempts: 0, compileHash: origin.compileHash, ...told } as const;
    return { runId, directory, outcome, isAsWritten };
  }
  return null;
};

/** The hash of the plan that a live run ended with, if it was asked this question. */
const standingPlan = (runJson: string, hash: string): string | null => {
  const read = readJson(runJson);
  const run = read.ok ? read.value : null;
  const isLive = at(run, "config", "replay") === null && at(run, "success") === true;
  const manifestSha256 = at(run, "outputs", "manifest_sha256");
  const isAnswer = isLive && at(run, "inputs", "question_sha256") === hash;
  return isAnswer && typeof manifestSha256 === "string" ? manifestSha256 : null;
};

/** The hash of the question in a run's record; null if there is none. */
export const recordedQuestion = (directory: string): string | null => {
  const hash = at(documentIn(directory, "run.json"), "inputs", "question_sha256");
  return typeof hash === "string" ? hash : null;
};

const isAsSealed = async (directory: string): Promise<boolean> => {
  const seal = await checkSeal(directory);
  return seal.kind === "read" && seal.differences.length === 0 && seal.others.length === 0;
};

const documentIn = (directory: string, name: string): JsonObject | null => {
  const text = readOwnText(join(directory, name));
  const read = text.ok ? readJson(text.value) : null;
  return read?.ok === true && isJsonObject(read.value) ? read.value : null;
};

const at = (document: JsonValue, ...names: readonly string[]): JsonValue | undefined =>
  names.reduce<JsonValue | undefined>(
    (value, name) => (value !== undefined && isJsonObject(value) ? member(value, name) : undefined),
    document,
  );
