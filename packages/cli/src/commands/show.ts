import { refusal, rejected } from "@llmch/contract";
import { resolveArtifactsRoot } from "@llmch/host";
import type { OrderStory, RunStory } from "@llmch/story";
import { colorsFor, printableText } from "../console/paint.ts";
import { EXIT } from "../exit-codes.ts";
import { findRun } from "../inspection/find-run.ts";
import { storedStory, withRepoTexts } from "../inspection/told-story.ts";
import type { Surroundings } from "../main.ts";
import type { ShowOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { quoted } from "../run/resume-hint.ts";
import { chooseAttempt, chooseOrder, storyWithAttempts } from "../show/choose.ts";
import { verdictLine } from "../show/head-lines.ts";
import { type Asker, filesToOpen, nextSteps } from "../show/next-steps.ts";
import { orderBody, orderEnding, orderLines, orderName } from "../show/order-view.ts";
import type { Page } from "../show/page.ts";
import { planEnding, planLines } from "../show/plan-view.ts";
import { proposalDiffs } from "../show/proposal-diffs.ts";
import { recordedText } from "../show/recorded-text.ts";
import { scheduleEnding, scheduleLines, stoppedAt } from "../show/schedule-view.ts";

/** `llmch show`: the story of a run, on a terminal or as JSON. It changes nothing, and asks nobody but git. */
export const show = async (options: ShowOptions, { env, cwd }: Surroundings): Promise<Outcome> => {
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const found = findRun(root, options.run);
  if (!found.ok) return refused(found.issues);
  const chosen = chooseOrder(storedStory(root, found.value), options.order);
  if (!chosen.ok) return refused(chosen.issues);
  if (options.prompt || options.response) return recorded(chosen.value, options);
  const attempted = storyWithAttempts(chosen.value);
  if (options.attempt !== undefined) {
    const attempt = chooseAttempt(attempted ?? { attempts: [] }, options.attempt);
    if (!attempt.ok) return refused(attempt.issues);
  }
  const outcome = {
    exitCode: EXIT.ok,
    verdict: "PASS",
    runId: chosen.value.run_id,
    paths: { run: chosen.value.directory },
  } as const;
  if (options.json) {
    const story = await withRepoTexts(chosen.value, env);
    return { ...outcome, lines: [], extra: { story } };
  }
  // One attempt of a run-all is one of the order that it stopped at.
  const shown = options.attempt === undefined || attempted === null ? chosen.value : attempted;
  const isElsewhere = root !== resolveArtifactsRoot(undefined, env, cwd);
  const asker = { root, env, cwd, place: isElsewhere ? ` --artifacts-dir ${quoted(root)}` : "" };
  return { ...outcome, lines: await storyLines(shown, options, asker) };
};

const NARROWEST = 40;
const WIDEST = 120;
const ELSEWHERE = 100;

const storyLines = async (story: RunStory, options: ShowOptions, asker: Asker): Promise<readonly string[]> => {
  const isTerminal = process.stdout.isTTY === true;
  const width = isTerminal ? (process.stdout.columns ?? ELSEWHERE) : ELSEWHERE;
  const page: Page = {
    colors: colorsFor(options, asker.env, isTerminal),
    width: Math.min(WIDEST, Math.max(NARROWEST, width)),
    whole: options.verbose || options.attempt !== undefined,
  };
  const only = options.attempt ?? null;
  const how = (id: string) => (attempt: number) => `llmch show ${id} --attempt ${attempt}${asker.place}`;
  const orderView = async (told: OrderStory) => {
    const based = await withRepoTexts(told, asker.env);
    return { story: based, view: { diffs: await proposalDiffs(based, asker.env), only, how: how(told.run_id) } };
  };
  switch (story.tool) {
    case "planner": {
      const lines = planLines(story, { only, how: how(story.run_id) }, page);
      return [...lines, ...closing(story, null, planEnding(story), asker, page)];
    }
    case "factory": {
      const { story: told, view } = await orderView(story);
      return [...orderLines(told, view, page), ...closing(told, null, orderEnding(told), asker, page)];
    }
    case "run-all": {
      const failed = stoppedAt(story);
      const detail = failed === null ? null : await orderView(failed);
      const told =
        detail === null
          ? []
          : ["", page.colors.bold(orderName(detail.story)), ...orderBody(detail.story, detail.view, page)];
      const ending = failed === null ? scheduleEnding(story) : `${scheduleEnding(story)}: ${orderEnding(failed)}`;
      return [...scheduleLines(story, page), ...told, ...closing(story, failed, ending, asker, page)];
    }
  }
};

/** What to do now; the verdict is the last word. */
const closing = (
  story: RunStory,
  failed: OrderStory | null,
  ending: string,
  asker: Asker,
  page: Page,
): readonly string[] => {
  const { dim } = page.colors;
  const steps = nextSteps(story, failed, asker);
  const files = filesToOpen(failed ?? story);
  return [
    ...(files.length === 0 ? [] : [dim("open"), ...files.map((file) => `  ${file}`)]),
    dim("next"),
    ...steps.map(({ command, does }) => `  ${command}  ${dim(does)}`),
    "",
    verdictLine(story, ending, page),
  ];
};

/** The prompt or the answer and nothing else: word for word, but harmless where a terminal reads it. */
const recorded = (story: RunStory, options: ShowOptions): Outcome => {
  const attempted = storyWithAttempts(story);
  const what = options.prompt ? "prompt" : "response";
  const text = attempted === null ? NOTHING_BEGUN : recordedText(attempted, what, options.attempt);
  if (!text.ok) return refused(text.issues);
  if (!options.json) process.stdout.write(process.stdout.isTTY === true ? printableText(text.value) : text.value);
  return { exitCode: EXIT.ok, verdict: "PASS", lines: [], runId: story.run_id, extra: { [what]: text.value } };
};

const NOTHING_BEGUN = rejected(refusal("usage", "no order of the run-all was begun", "name another run"));
