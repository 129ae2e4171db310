import { join } from "node:path";
import {
  attemptFolder,
  type Environment,
  FINAL_STAGES,
  type Need,
  printable,
  questionNeeds,
  shellWord,
} from "@llmch/contract";
import { filesToRead, flagToGoOn } from "@llmch/run";
import {
  type BuildStory,
  diffCommand,
  lastBrief,
  type OrderStory,
  outputName,
  type PlanStory,
  type RunStory,
  type ScheduledOrder,
} from "@llmch/story";
import {
  bisectCommand,
  bisectInWords,
  decideCommands,
  resumeCommand,
  reviseCommand,
  settleCommand,
  usedUp,
} from "../resume/next-commands.ts";

/** A command that comes next, and what it does. */
export interface NextStep {
  readonly command: string;
  readonly does: string;
}

/** Who asks: where the run is stored, and how to name the store on a command line. */
export interface Asker {
  readonly root: string;
  readonly env: Environment;
  readonly cwd: string;
  /** What commands need besides the run's id, such as ` --artifacts-dir x`. */
  readonly place: string;
}

/**
 * What the user may want to do after the story of a run.
 * @param failed the order that a run-all stopped at, whose story was told with it
 * @param attemptsOf how many attempts an order's run took
 */
export const nextSteps = (
  story: RunStory,
  failed: OrderStory | null,
  asker: Asker,
  attemptsOf: (runId: string) => number,
): readonly NextStep[] => {
  const { run_id } = story;
  if (story.kind === "ask") return [];
  const asked = story.kind === "run-all" ? failed : story.kind === "build" ? null : story;
  const isAsked = asked?.attempts.some(({ exchange }) => exchange !== null) === true;
  const show = `llmch show ${run_id}${asker.place}`;
  const resume = resumption(story, failed, asker);
  const objected = asked?.kind === "factory" && asked.verdict === "FAIL" ? lastBrief(asked)?.objection : undefined;
  const isRevised = asked?.kind === "factory" && asked.needs.some(({ kind }) => kind === "revision");
  const needs = needsOf(story, failed);
  const whole = story.kind === "run-all" ? (story.whole ?? null) : null;
  const repo = story.kind === "run-all" ? story.config?.repo : undefined;
  const bisect = whole === null || repo === undefined ? null : bisectCommand(whole, repo, asker.cwd);
  const revise = reviseCommand(wholeOf(story), asker.root, asker);
  return [
    ...(isAsked ? [{ command: `${show} --prompt`, does: "what the model was asked (--response: its answer)" }] : []),
    ...(failed === null ? orderStep(story, show, attemptsOf) : []),
    ...(story.kind === "build" ? windowStep(story, asker) : []),
    { command: `llmch report ${run_id}${asker.place}`, does: "all of it as one HTML file" },
    ...commitStep(story),
    ...(bisect === null || whole === null ? [] : [{ command: bisect, does: bisectInWords(whole) }]),
    ...(objected === undefined
      ? []
      : [{ command: revise, does: "asks the planner for a revised order, and shows it" }]),
    ...(isRevised ? [{ command: revise, does: "shows the revised order that waits for you" }] : []),
    ...decideSteps(story, needs, asker),
    ...(resume === null || needs.length > 0 ? [] : [{ command: resume, does: "continues from the last safe step" }]),
  ];
};

/** The step that a build is in, or that it stopped at. */
const windowStep = ({ windows, verdict }: BuildStory, { place }: Asker): readonly NextStep[] => {
  const last = windows.at(-1);
  if (last === undefined) return [];
  const does = `the ${last.run === null ? "plan" : "orders"} of window ${last.window}${verdict === "PASS" ? "" : ", where it is"}`;
  return [{ command: `llmch show ${last.run ?? last.plan}${place}`, does }];
};

/** What the run waits for. */
const needsOf = (story: RunStory, failed: OrderStory | null): readonly Need[] => {
  if (story.is_running || story.verdict === "PASS") return [];
  if (story.kind === "planner") return questionNeeds(story.asked);
  if (story.kind === "run-all") return story.needs ?? failed?.needs ?? [];
  return story.kind === "ask" ? [] : story.needs;
};

const decideSteps = (story: RunStory, needs: readonly Need[], { root, env, cwd }: Asker): readonly NextStep[] =>
  needs.flatMap((need) =>
    decideCommands(wholeOf(story), need, root, { env, cwd }).map((command, at) => ({
      command,
      does:
        need.kind === "question" ? "answers it, and goes on" : at === 0 ? "agrees to it, and goes on" : "turns it down",
    })),
  );

/** How to make up for a push that failed; the record does not tell whether somebody has. */
export const pushStep = ({ run_id }: RunStory, { root, env, cwd }: Asker): NextStep => ({
  command: resumeCommand(run_id, false, root, { env, cwd }),
  does: "pushes it, if that was not done since",
});

/** A run-all has only one line for each order: offer the story of one that was refused before it passed. */
const orderStep = (story: RunStory, show: string, attemptsOf: (runId: string) => number): readonly NextStep[] => {
  const isTold = ({ run, state, story: told }: ScheduledOrder) => run !== null && (state === "passed" || told !== null);
  const begun = story.kind === "run-all" ? story.orders.filter(isTold) : [];
  const retried = begun.find(({ run }) => run !== null && attemptsOf(run) > 1);
  const order = (retried ?? begun.at(-1))?.order;
  if (order === undefined) return [];
  const does = retried === undefined ? "the story of one order" : "the story of an order that was refused first";
  return [{ command: `${show} --order ${printable(order)}`, does }];
};

const commitStep = (story: RunStory): readonly NextStep[] => {
  const merge = mergeCommand(story);
  const merging = merge === null ? [] : [{ command: merge, does: "merges it into what is checked out" }];
  if (story.kind === "build") return merging;
  if (story.kind !== "factory" && story.kind !== "run-all") return [];
  const diff = diffCommand(story);
  return diff === null
    ? []
    : [{ command: diff, does: story.kind === "factory" ? "the commit" : "the diff" }, ...merging];
};

/** The command that merges what a run made; null if it did not pass, or if the whole run-all should be merged instead. */
export const mergeCommand = (story: RunStory): string | null => {
  const isWhole =
    story.kind === "run-all" || story.kind === "build" || (story.kind === "factory" && story.schedule === null);
  if (!isWhole || story.verdict !== "PASS" || story.branch === null || story.config === null) return null;
  return `git -C ${shellWord(story.config.repo)} merge ${shellWord(story.branch)}`;
};

/** The command that resumes the run, if possible: it did not pass and no process is working on it. */
export const resumption = (
  story: RunStory,
  failed: OrderStory | null,
  { root, env, cwd }: Pick<Asker, "root" | "env" | "cwd">,
): string | null => {
  if (story.is_running || story.state === "damaged" || story.verdict === "PASS" || story.started_at === null)
    return null;
  // Its hint says what to raise first.
  if (story.kind === "build" && story.bound !== null) return null;
  const limit = story.limit ?? failed?.limit ?? null;
  const more = flagToGoOn({ limit });
  const needs = needsOf(story, failed);
  if (needs.length > 0) return settleCommand(wholeOf(story), needs, root, { env, cwd });
  return resumeCommand(wholeOf(story), needsMore(story, failed), root, { env, cwd }, more);
};

/** The run to resume: for an order of a run-all, the run-all. */
const wholeOf = (story: RunStory): string =>
  story.kind === "factory" ? (story.schedule ?? story.run_id) : story.run_id;

/** Whether resuming needs more attempts. A plan fails only for want of them; a run-all, if any order of it did. */
const needsMore = (story: RunStory, failed: OrderStory | null): boolean => {
  if (story.kind === "planner") return story.verdict === "FAIL";
  // Without a scope it ends as its only window does.
  if (story.kind === "build") return !story.scoped && story.windows.some(isUsedUp);
  const all = story.kind === "run-all" ? story.orders.map((order) => order.story) : [];
  const orders = story.kind === "factory" ? [story] : [failed, ...all];
  return orders.some((order) => order !== null && usedUp({ verdict: order.verdict, brief: lastBrief(order) }));
};

const isUsedUp = ({ verdict, orders }: BuildStory["windows"][number]): boolean =>
  verdict === "FAIL" && (orders.length === 0 || orders.some(({ stage }) => stage !== null && !FINAL_STAGES.has(stage)));

const MOST_FILES = 4;

/** The most telling files that exist, as absolute paths. The output of a failing command comes first. */
export const filesToOpen = (story: RunStory): readonly string[] => {
  if (story.verdict === "PASS" || (story.kind !== "factory" && story.kind !== "planner")) return [];
  const there = new Set(story.files.map((name) => join(story.directory, name)));
  const names = story.kind === "factory" ? orderFiles(story) : planFiles(story);
  return names.filter((path) => there.has(path)).slice(0, MOST_FILES);
};

const orderFiles = (story: OrderStory): readonly string[] => {
  const { directory, attempts } = story;
  const last = attempts.at(-1);
  const outputs = (last?.commands ?? [])
    .filter(({ ok }) => ok === false)
    .flatMap(({ stdout, stderr, ...command }) => [
      ...(stderr ? [`${outputName(command)}_stderr.txt`] : []),
      ...(stdout ? [`${outputName(command)}_stdout.txt`] : []),
    ])
    .map((name) => join(directory, last === undefined ? "" : attemptFolder(last.attempt), name));
  return [...outputs, ...filesToRead({ directory, attempts, brief: lastBrief(story) })];
};

const planFiles = ({ directory, attempts }: PlanStory): readonly string[] => {
  const last = attempts.at(-1)?.attempt ?? 1;
  return ["validation_errors_attempt_N.json", "llm_raw_response_attempt_N.txt", "prompt_attempt_N.txt"].map((name) =>
    join(directory, "compile", name.replace("N", String(last))),
  );
};
