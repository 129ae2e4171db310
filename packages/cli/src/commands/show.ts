import { createRedactor, EXIT, type Redactor, type Refusal, type Result, refusal, rejected } from "@llmch/contract";
import { artifactsFlag, type OwedPush, owedPushOf } from "@llmch/engine/resume";
import { findRun, type StoredSummaries, storedStory, storedSummaries, withRepoTexts } from "@llmch/engine/stored";
import { resolveArtifactsRoot } from "@llmch/store";
import type { RunStory } from "@llmch/story";
import type { CommandContext } from "../command-context.ts";
import type { Console } from "../console/console.ts";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import type { ShowOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { chooseAttempt, chooseOrder, storyWithAttempts } from "../show/choose.ts";
import type { Asker } from "../show/next-steps.ts";
import { proposalDiffs } from "../show/proposal-diffs.ts";
import { recordedText } from "../show/recorded-text.ts";
import { stoppedOrder } from "../show/schedule-view.ts";
import { storyLines } from "../show/story-view.ts";
import type { Sink } from "../terminal.ts";

/** `llmch show`: the story of a run, on a terminal or as JSON. Changes nothing, and calls nothing but git. */
export const show = async (
  options: ShowOptions,
  { env, cwd, secrets, console, signal }: CommandContext,
): Promise<Outcome> => {
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const summaries = storedSummaries(root);
  const found = findRun(summaries, options.run);
  if (!found.ok) return refused(found.issues);
  const isPart = options.prompt || options.response || options.order !== undefined || options.attempt !== undefined;
  const depth = options.json || isPart ? "whole" : "outline";
  const chosen = chooseOrder(storedStory(root, found.value, depth), options.order);
  if (!chosen.ok) return refused(chosen.issues);
  if (options.prompt || options.response) return recorded(chosen.value, options, createRedactor(secrets), console);
  const attempted = storyWithAttempts(chosen.value);
  if (options.attempt !== undefined) {
    const attempt = chooseAttempt(attempted ?? { attempts: [] }, options.attempt);
    if (!attempt.ok) return refused(attempt.issues);
  }
  // An attempt of a run-all means one of the order that it stopped at.
  const story = options.attempt === undefined || attempted === null ? chosen.value : attempted;
  const owed = await owedBy(story, root, { env, signal });
  const asker = { root, env, cwd, place: artifactsFlag(root, { env, cwd }) };
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    runId: story.run_id,
    paths: { run: story.directory },
    ...(options.json
      ? {
          lines: [],
          extra: { story: await withRepoTexts(story, env), ...(owed === null ? {} : { owed_push: { ...owed } }) },
        }
      : { lines: await shownLines(story, options, { summaries, owed }, asker, console.stdout) }),
  };
};

/** The push that a run that passed still owes. The runs of a run-all's orders owe none of their own. */
const owedBy = async (
  story: RunStory,
  root: string,
  place: Pick<CommandContext, "env" | "signal">,
): Promise<OwedPush | null> => {
  const isPart = story.kind === "factory" && story.schedule !== null;
  if (story.verdict !== "PASS" || isPart) return null;
  return owedPushOf(root, { kind: story.kind, runId: story.run_id }, place);
};

const NARROWEST = 40;
const WIDEST = 120;
/** The width if no terminal reports one. */
const USUAL = 100;

const shownLines = async (
  story: RunStory,
  options: ShowOptions,
  { summaries, owed }: { readonly summaries: StoredSummaries; readonly owed: OwedPush | null },
  asker: Asker,
  stdout: Sink,
): Promise<readonly string[]> => {
  const { isTTY: isTerminal = false, columns = USUAL } = stdout;
  const width = isTerminal ? columns : USUAL;
  const page = {
    colors: colorsFor(options, asker.env, isTerminal),
    width: Math.min(WIDEST, Math.max(NARROWEST, width)),
    whole: options.verbose || options.attempt !== undefined,
  };
  const order = story.kind === "factory" ? story : story.kind === "run-all" ? stoppedOrder(story) : null;
  const detail = order === null ? null : await withRepoTexts(order, asker.env);
  const diffs = detail === null ? new Map() : proposalDiffs(detail);
  const id = detail?.run_id ?? story.run_id;
  const view = {
    diffs,
    only: options.attempt ?? null,
    how: (attempt: number) => `llmch show ${id} --attempt ${attempt}${asker.place}`,
    summaryOf: (runId: string) => summaries.of({ kind: "factory", runId }),
    ...{ asker, owed },
  };
  const lines = await withMeasure((measure) => storyLines(story, detail, view, { ...page, measure }));
  // The verdict is the last line.
  return options.quiet ? lines.slice(-1) : lines;
};

/** Only the prompt or the answer: verbatim, but harmless if a terminal reads it. */
const recorded = (
  story: RunStory,
  options: ShowOptions,
  redactor: Redactor,
  console: Pick<Console, "verbatim">,
): Outcome => {
  const attempted = storyWithAttempts(story);
  const what = options.prompt ? "prompt" : "response";
  const text = attempted === null ? NOTHING_BEGUN : recordedText(attempted, what, options.attempt);
  if (!text.ok) return refused(text.issues);
  // Redact here: `verbatim` does not.
  const value = redactor.text(text.value);
  if (!options.json) console.verbatim(value);
  return { exitCode: EXIT.ok, verdict: "PASS", lines: [], runId: story.run_id, extra: { [what]: value } };
};

const NOTHING_BEGUN: Result<string, Refusal> = rejected(
  refusal("usage", "the run has no order whose prompts could be shown", "name another run"),
);
