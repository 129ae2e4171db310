import { join } from "node:path";
import type { Context } from "@llmch/config";
import {
  buildDocument,
  type CheckTrial,
  callKey,
  EXAMINATION_FILE,
  type Examination,
  type ExaminationCheck,
  type Examined,
  examinationCall,
} from "@llmch/contract";
import { examinerNamed } from "@llmch/contract/settings";
import {
  askBack,
  examined,
  type FailedCheck,
  fails,
  figuresOf,
  loadChecks,
  makeChecks,
  standingChecks,
  trialsOf,
  tryChecks,
} from "@llmch/examiner";
import { monotonicClock, readTextFile } from "@llmch/files";
import type { RecordedModel } from "@llmch/models";
import { type ExplorerFailure, explorerFailure, numberedDemands } from "@llmch/planner";
import { commitFiles, limitsFor, type ModelSource, type Session } from "@llmch/records";
import { SYNTAX_READERS } from "@llmch/syntax";
import { jsonObject, type Refusal } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import type { Isolation } from "../lease/isolation.ts";
import { type LentTrial, type Tried, whileLent } from "../lease/trial.ts";
import { openBench } from "./open-bench.ts";
import { productAt } from "./product.ts";

/** What is examined, and against what. */
export interface ExaminationRequest {
  readonly spec: string;
  readonly commit: string;
  /** The milestone that was reached, and the sentences that stand by now; null for all of a spec. */
  readonly milestone: string | null;
  readonly sentences: readonly string[] | null;
  /** The window of a build that was carried out last; null outside of builds. */
  readonly window: number | null;
  /** Its number; counts from 1. */
  readonly examination: number;
  readonly before: Examination;
  /** Where answers come from, and what a record that is replayed has of its checks' runs; no answers for a live model. */
  readonly source: { readonly answers: ModelSource["answers"] | null; readonly examination: Examination | null };
  /** The number of the next attempt at a question. */
  readonly attempt: number;
}

/** Where an examination runs, and who is asked. */
export interface ExaminationPlace {
  readonly repo: Repository;
  readonly isolation: Isolation;
  readonly context: Pick<Context, "env" | "secrets" | "settings" | "templates">;
  readonly signal: AbortSignal;
  readonly session: Session;
  readonly model: RecordedModel;
  /** Whether the user agreed to commands of a model that nothing isolates. */
  readonly hasConsent: boolean;
}

/** How an examination ended. */
export type ExaminationEnding =
  | { readonly kind: "examined"; readonly examination: Examination; readonly examined: Examined }
  | { readonly kind: "refused"; readonly why: Refusal }
  | ExplorerFailure;

/** Examines a product by checks from its spec, made once a milestone, and by those of earlier milestones that no person has struck (contract §11). */
export const examine = async (request: ExaminationRequest, place: ExaminationPlace): Promise<ExaminationEnding> => {
  const { isolation, context, hasConsent, signal, repo } = place;
  const { settings } = context;
  const { before } = request;
  const recorded = recordedOf(request);
  const mayRun = isolation.sandbox !== null || hasConsent || settings.runsUnseen === true;
  if (!mayRun && (recorded?.trials.size ?? 0) === 0) return unexamined("no sandbox", before);
  if (!isAsked(request) && recorded?.hasChecks === false) return unexamined("not in the record", before);
  const where = { ...context, values: settings.values, signal, most: 2 };
  return whileLent(repo, isolation, where, (lend) => examineIn(lend, request, { ...place, mayRun }));
};

/** How checks ran in the record that is replayed, and whether it has an answer with checks; null for a live run. */
const recordedOf = ({ source: { answers, examination }, window, attempt }: ExaminationRequest) =>
  answers === null || answers.kind === "live"
    ? null
    : {
        trials: trialsOf(examination?.checks ?? []),
        hasChecks: answers.exchanges.has(callKey(examinationCall(window, attempt))),
      };

const unexamined = (why: string, examination: Examination): ExaminationEnding => ({
  ...{ kind: "examined", examination },
  examined: `not examined (${why})`,
});

/** Whether the milestone has its checks. */
const isAsked = ({ before, milestone }: ExaminationRequest): boolean =>
  before.checks.some((each) => each.milestone === milestone);

const examineIn = async (
  lend: (commit: string) => Promise<Tried<LentTrial>>,
  request: ExaminationRequest,
  place: ExaminationPlace & { readonly mayRun: boolean },
): Promise<ExaminationEnding> => {
  const { before, commit, examination } = request;
  const { context, signal, session } = place;
  const made = await newChecks(lend, request, place);
  if (made.kind !== "made") return made;
  const asking = { ...before, questions: [...before.questions, ...made.questions] };
  const checks = [...standingChecks(before), ...made.checks];
  if (checks.length === 0) return unexamined("no check came of it", asking);
  const { secrets } = context;
  const trials = recordedOf(request)?.trials ?? new Map();
  const bench = openBench(commit, lend, { signal, secrets }, place.mayRun ? monotonicClock.monotonicMs : null);
  const tried = await tryChecks(checks, examination, trials, bench);
  if (tried === null) return { kind: "interrupted" };
  const back = await askedBack(checks, tried, request, place);
  if ("kind" in back) return back;
  const again = await tryChecks(back.mended, examination, trials, bench);
  if (again === null) return { kind: "interrupted" };
  const alone = new Map([...tried, ...again]);
  const loaded = await loadChecks(
    back.checks.filter(({ id, withdrawn }) => !withdrawn && !isFailing(alone.get(id))),
    alone,
    bench,
  );
  if (loaded === null) return { kind: "interrupted" };
  const after = examined(asking, { checks: back.checks, trials: loaded });
  const cut =
    after.cut.length === 0
      ? []
      : [`the time of the examination was up: ${after.cut.join(", ")} did not run to the end`];
  const left = made.left.map(({ message }) => `a check of the examination was left out: ${message}`);
  for (const message of [...left, ...cut]) await session.emit({ type: "warning", message });
  await session.record(EXAMINATION_FILE, buildDocument("examination", jsonObject(after)));
  await session.settle();
  return { kind: "examined", examination: after, examined: figuresOf(after) };
};

const isFailing = (trial: CheckTrial | undefined): boolean => trial !== undefined && fails(trial);

/** What a milestone that was never examined is checked by. */
const newChecks = async (
  lend: (commit: string) => Promise<Tried<LentTrial>>,
  request: ExaminationRequest,
  { repo, context, session, model }: ExaminationPlace,
) => {
  const { spec, sentences, milestone, window, before, commit, examination, attempt } = request;
  const { values } = context.settings;
  if (isAsked(request)) return { kind: "made", checks: [], questions: [], left: [] } as const;
  const template = await readTextFile(join(context.templates, "EXAMINER_PROMPT.md"));
  if (!template.ok) return { kind: "refused", why: template.issues[0] } as const;
  const lent = await lend(commit);
  if (lent.kind === "interrupted") return { kind: "interrupted" } as const;
  if (lent.kind === "unready") return { kind: "refused", why: lent.why } as const;
  const due = sentences ?? numberedDemands(spec).map(({ text }) => text);
  const product = await productAt(await commitFiles(repo, commit), values.examine.start, due, lent.value).finally(
    lent.value.release,
  );
  const named = examinerNamed(values.examine.model);
  return makeChecks(
    {
      ...{ template: template.value, spec, sentences, product, milestone, window, model: named },
      ...{ syntaxes: SYNTAX_READERS, settings: values.planner, from: attempt },
      limits: limitsFor(named === null ? values.planner.model : [named], values.models),
      first: before.checks.length + 1,
      folder: folderOf(examination),
    },
    { model, ledger: session },
  );
};

const folderOf = (examination: number): string => `examination_${String(examination).padStart(2, "0")}`;

/** Asks once of each check that fails whether it is right; those that were mended run again. */
const askedBack = async (
  checks: readonly ExaminationCheck[],
  trials: ReadonlyMap<string, CheckTrial>,
  { window, examination }: ExaminationRequest,
  { context, session, model }: ExaminationPlace,
) => {
  const failed = checks.flatMap((check): readonly FailedCheck[] => {
    const trial = trials.get(check.id);
    return trial !== undefined && fails(trial) && !check.asked_back ? [{ check, trial }] : [];
  });
  if (failed.length === 0) return { checks, mended: [] };
  const at = { window, examination, model: examinerNamed(context.settings.values.examine.model) };
  const said = await askBack(
    failed,
    { ...at, syntaxes: SYNTAX_READERS, folder: folderOf(examination) },
    { model, ledger: session },
  );
  if ("kind" in said) return explorerFailure(said);
  const now = new Map(said.map((check) => [check.id, check]));
  const kept = checks.map((check) => now.get(check.id) ?? check);
  const programs = new Map(checks.map(({ id, program }) => [id, program]));
  return { checks: kept, mended: said.filter(({ id, program }) => programs.get(id) !== program) };
};
