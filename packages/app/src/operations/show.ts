import { basename, join } from "node:path";
import type { Context } from "@llmch/config";
import {
  EXAMINATION_FILE,
  type Examination,
  readExamination,
  readScope,
  SCOPE_FILE,
  type Scope,
} from "@llmch/contract";
import {
  artifactsFlag,
  findRun,
  nextOf,
  type RunNow,
  runNow,
  storedStory,
  storedSummaries,
  withDiffs,
  withRepoTexts,
} from "@llmch/records";
import { readOwnObject, resolveArtifactsRoot } from "@llmch/store";
import {
  diffInWords,
  fileInWords,
  type NextCommand,
  type OrderStory,
  patchFiles,
  RUN_STATES,
  type RunStory,
  type RunSummary,
  stoppedOrder,
} from "@llmch/story";
import { type Result as Judged, type Refusal, refusal, rejected } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, document, run, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { type OwedPush, owedPushOf } from "../runs/resume/owed-push.ts";
import { type AppliedProposal, appliedInWords, applyProposal } from "../runs/show/apply-proposal.ts";
import { chooseAttempt, chooseOrder, storyWithAttempts } from "../runs/show/choose.ts";
import { filesToOpen } from "../runs/show/files-to-open.ts";
import { recordedText } from "../runs/show/recorded-text.ts";
import { type WaitingWork, waitingInWords, waitingWork } from "../runs/show/waiting-work.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "show",
  topic: "Look",
  sentence: "tell the story of a run: what was asked, answered, refused and changed",
  may: "read",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    attempt: z.int().min(1).optional().describe("this attempt alone").meta({ value: "n" }),
    order: text().optional().describe("this order of a run-all").meta({ value: "wo" }),
    prompt: choice("print what the model was asked, and nothing else"),
    response: choice("print what it answered, and nothing else"),
    examination: choice("print what black-box checks from the spec found, and nothing else"),
    checks: choice("print the programs that accept the milestones of a build, and nothing else"),
    apply: text()
      .optional()
      .describe("put the files that an attempt proposed into a new worktree there; the checkout stays as it is")
      .meta({ value: "dir" }),
    artifactsDir: artifactsDir(),
    depth: z
      .enum(["whole", "outline"])
      .default("whole")
      .describe("whether a run-all's story holds those of all its orders")
      .meta({ flag: null }),
  }),
  result: z.object({
    state: z.enum(RUN_STATES).describe("how it stands").optional(),
    discarded: z.literal(true).optional().describe("its branch was removed"),
    next: z
      .array(z.object({ command: z.string(), why: z.string() }))
      .optional()
      .describe("the commands that come next"),
    story: document<RunStory>("what was asked, answered, refused and changed").optional(),
    owedPush: document<OwedPush>("the push that the run still owes").optional(),
    waits: document<WaitingWork>("the work that waits for a decision, as `diff` shows it").optional(),
    examination: document<Examination>("what black-box checks from the spec found").optional(),
    scope: document<Scope>("the milestones of a build, with the programs that accept them").optional(),
    applied: document<AppliedProposal>("the worktree that was made, and what is in it").optional(),
    prompt: z.string().optional(),
    response: z.string().optional(),
  }),
  examples: ["show", "show --order 2 --prompt"],
}));

/** What a face needs to tell a story. */
export interface ShowDrawing {
  readonly story: RunStory;
  /** The order whose attempts are told: the run's own, or the one that a run-all stopped at; null for none. */
  readonly detail: OrderStory | null;
  readonly owed: OwedPush | null;
  /** The work that waits for a decision, in words; null if none does. */
  readonly waits: string | null;
  /** The summaries of the orders' runs of a run-all. */
  readonly summaryOf: (runId: string) => RunSummary;
  readonly next: readonly NextCommand[];
  readonly open: readonly string[];
  /** The command that shows one attempt. */
  readonly how: (attempt: number) => string;
}

type Result = ResultOf<typeof description>;

/** The story of a run. Changes nothing, and calls nothing but git. */
export const operate = async (
  request: RequestOf<typeof description>,
  { env, cwd, signal, secrets }: OperationContext,
): Promise<Outcome<Result, ShowDrawing | null>> => {
  const { run, order, attempt, prompt, response, artifactsDir } = request;
  if (prompt && response) return refused([refusal("usage", "--prompt and --response exclude each other", "keep one")]);
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const summaries = storedSummaries(root);
  const found = findRun(summaries, run);
  if (!found.ok) return refused(found.issues);
  const now = await runNow(summaries, found.value, env);
  if (now.asked !== null && !now.summary.is_begun && now.state !== "damaged")
    return refused([notBegun(now, await nextOf(summaries, now, { env, cwd }))]);
  const isPart = prompt || response || order !== undefined || attempt !== undefined || request.apply !== undefined;
  const depth = isPart ? "whole" : request.depth;
  const chosen = chooseOrder(storedStory(root, found.value, depth), order);
  if (!chosen.ok) return refused(chosen.issues);
  if (request.apply !== undefined) {
    const applied = await applyProposal(chosen.value, { apply: request.apply, attempt }, { env, cwd });
    if (!applied.ok) return refused(applied.issues);
    return done(
      { applied: applied.value },
      { runId: chosen.value.run_id, drawing: null, ...appliedInWords(applied.value) },
    );
  }
  if (request.examination) return examinationOf(chosen.value.directory);
  if (request.checks) return scopeOf(chosen.value.directory);
  if (prompt || response) return recorded(chosen.value, prompt ? "prompt" : "response", attempt);
  const attempted = storyWithAttempts(chosen.value);
  if (attempt !== undefined) {
    const isThere = chooseAttempt(attempted ?? { attempts: [] }, attempt);
    if (!isThere.ok) return refused(isThere.issues);
  }
  // An attempt of a run-all means one of the order that it stopped at.
  const story = attempt === undefined || attempted === null ? chosen.value : attempted;
  const owed = await owedBy(story, root, { env, signal });
  const place = artifactsFlag(root, { env, cwd });
  const counted = await withDiffs(story, env, { patches: false });
  const told = request.depth === "whole" ? await withRepoTexts(counted, env) : counted;
  const detailed = told.kind === "factory" ? told : told.kind === "run-all" ? stoppedOrder(told) : null;
  const detail = detailed === null ? null : await withRepoTexts(detailed, env);
  const shown = await waitingWork(told, root, { env, secrets });
  const work = shown?.ok ? shown.value : null;
  const files = patchFiles(work?.patch ?? "");
  const waits = work && `${waitingInWords(work)}: ${diffInWords({ files })}: ${files.map(fileInWords).join(", ")}`;
  const summaryOf = (runId: string) => summaries.of({ kind: "factory", runId });
  const { state, isDiscarded } = now;
  const next = await nextOf(summaries, now, { env, cwd }, owed !== null);
  return done(
    {
      state,
      ...(isDiscarded ? { discarded: true as const } : {}),
      next: [...next],
      story: { ...told, state },
      ...(owed === null ? {} : { owedPush: owed }),
      ...(work === null ? {} : { waits: work }),
    },
    {
      runId: story.run_id,
      paths: { run: story.directory },
      drawing: {
        ...{ story: { ...told, state }, detail, owed, waits, summaryOf, next },
        open: filesToOpen(detail ?? told),
        how: (which) => `llmch show ${detail?.run_id ?? told.run_id} --attempt ${which}${place}`,
      },
    },
  );
};

/** What there is to say of a run of which nothing is there but its request. */
const notBegun = ({ runId, asked, state, errors: [error] }: RunNow, [next]: readonly NextCommand[]): Refusal =>
  error === undefined
    ? refusal(
        "run-dead",
        `nothing came yet of ${runId}: its request (\`llmch ${asked?.operation}\`) is ${state}`,
        next === undefined ? "see `llmch runs`" : `\`${next.command}\` ${next.why}`,
      )
    : refusal("run-dead", `${runId} was ${state}: ${error.message}`, error.hint);

/** The push that a run that passed still owes. The runs of a run-all's orders owe none of their own. */
const owedBy = async (
  story: RunStory,
  root: string,
  place: Pick<Context, "env" | "signal">,
): Promise<OwedPush | null> => {
  const isPart = story.kind === "factory" && story.schedule !== null;
  if (story.verdict !== "PASS" || isPart) return null;
  return owedPushOf(root, { kind: story.kind, runId: story.run_id }, place);
};

/** Only the prompt or the answer, verbatim. */
const recorded = (
  story: RunStory,
  what: "prompt" | "response",
  attempt: number | undefined,
): Outcome<Result, ShowDrawing | null> => {
  const attempted = storyWithAttempts(story);
  const found = attempted === null ? NOTHING_BEGUN : recordedText(attempted, what, attempt);
  if (!found.ok) return refused(found.issues);
  return done({ [what]: found.value }, { runId: story.run_id, drawing: null });
};

/** The examination in a run's folder. */
const examinationOf = (directory: string): Outcome<Result, ShowDrawing | null> => {
  const read = readExamination(readOwnObject(join(directory, EXAMINATION_FILE)) ?? {});
  if (read.ok) return done({ examination: read.value }, { runId: basename(directory), drawing: null });
  const hint = "builds with a scope are, and `run-all --examine MODEL`";
  return refused([refusal("usage", "the run was not examined", hint)]);
};

/** The scope in a build's folder, which its user may have changed. */
const scopeOf = (directory: string): Outcome<Result, ShowDrawing | null> => {
  const read = readScope(readOwnObject(join(directory, SCOPE_FILE)) ?? {});
  if (read.ok) return done({ scope: read.value }, { runId: basename(directory), drawing: null });
  return refused([refusal("usage", "the run has no scope", "builds with milestones have one")]);
};

const NOTHING_BEGUN: Judged<string, Refusal> = rejected(
  refusal("usage", "the run has no order whose prompts could be shown", "name another run"),
);
