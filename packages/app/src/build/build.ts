import { type BuildState, buildState } from "@llmch/build/machine";
import type { FactoryOptions, Steering } from "@llmch/config";
import type { BuildConfig, Conversation, EventBody, Need, RunEvent } from "@llmch/contract";
import { examinerNamed, NOBODY } from "@llmch/contract/settings";
import type { Spent } from "@llmch/models";
import { specIn } from "@llmch/plan";
import { demandedSince } from "@llmch/planner";
import { type ModelSource, NOTHING_SPENT, orderRunsOf, type Session, spentBefore, storedStory } from "@llmch/records";
import type { Isolation } from "@llmch/run";
import type { StoredRun } from "@llmch/store";
import { countedOf, type Spending, spendingOfSteps, spentTogether } from "@llmch/story";
import type { Repository } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import type { Outcome } from "../outcome.ts";
import type { RunResult } from "../runs/results/run-result.ts";

/** A build in work, and what its steps need. */
export interface Build {
  readonly runId: string;
  readonly artifactsRoot: string;
  readonly config: BuildConfig;
  /** How the orders of its windows are carried out. */
  readonly options: FactoryOptions;
  /** The commit that it started from. */
  readonly baseline: string;
  readonly spec: string;
  readonly repo: Repository;
  /** Who is asked for a scope, and how the build stands. */
  readonly model: ModelSource;
  /** With the settings that apply to it. */
  readonly context: OperationContext;
  readonly session: Session;
  readonly isolation: Isolation;
  /** Its journal so far, earlier sessions included. */
  readonly events: readonly RunEvent[];
  /** What is said now for the runs of steps that an earlier session began. */
  readonly steering: Steering;
  /** The conversations of planners that this session asked, by run (contract §11, `planner.continue`). */
  readonly conversations: Map<string, Conversation>;
}

/** What a step came to. Unless it passed or failed by itself it ends the session, and is begun again once the build is resumed. */
export interface StepEnd extends Outcome {
  /** What it waits for a person to decide or answer. */
  readonly needs?: readonly Need[];
  /** The command that goes on, if the build's story does not tell it. */
  readonly resume?: string;
  /** Of the last orders that were carried out. */
  readonly push?: RunResult["push"];
}

/** Records an event, once what was recorded before it is on the disk. */
export const tell = async ({ session }: Pick<Build, "session">, event: EventBody): Promise<void> => {
  await session.settle();
  await session.emit(event);
};

/** Where the branch of a build stands: it has no tip before the first window has made it. `commit` is what the next window is planned on. */
export const branchStanding = async (
  { repo, options, baseline }: Pick<Build, "repo" | "options" | "baseline">,
  { branch: made }: Pick<BuildState, "branch">,
) => {
  const branch = made ?? options.branch ?? null;
  const tip = branch === null ? null : await repo.branchTip(branch);
  return { branch, tip, commit: tip ?? baseline };
};

/** Whether milestones are examined: goals only if a model was named for it. */
export const isExamined = ({ config, context }: Pick<Build, "config" | "context">): boolean => {
  const { model } = context.settings.values.examine;
  return config.goals === undefined ? model !== NOBODY : examinerNamed(model) !== null;
};

/** What the user of a build said since it began. */
export const textsNoted = (events: readonly EventBody[]): readonly string[] =>
  events.flatMap((event) => (event.type === "noted" ? [event.text] : []));

/** The spec that a build's folder keeps, with its user's answers and what they asked for since. */
export const specSince = async (directory: string, events: readonly EventBody[]): Promise<string> =>
  demandedSince((await specIn(directory))?.text ?? "", textsNoted(events));

/** What a planner or an assessor may rest on, besides commands that fail: orders, and the commits that they became. */
export const citable = ({ windows, landed }: BuildState): readonly string[] => [
  ...windows.flatMap(({ orders }) => orders.map(({ id }) => id)),
  ...landed.map(({ commit }) => commit),
];

/**
 * What a build has taken of its budget, besides the run of a step that goes on: that counts for itself what it took before.
 * @param goingOn null if none does
 */
export const spentBeside = async (
  { session, events, artifactsRoot }: Pick<Build, "session" | "events" | "artifactsRoot">,
  goingOn: StoredRun | null,
): Promise<Spent> => {
  const own = countedOf(events);
  const steps = spentTogether([spendingOfSteps(events), spentOnPlansLeft({ artifactsRoot, events })]);
  const its = goingOn === null ? NOTHING_SPENT : spentBefore(goingOn, await orderRunsOf(goingOn));
  return {
    usd: own.usd + (steps.cost_usd ?? 0),
    tokens: own.tokens + steps.usage.input_tokens + steps.usage.output_tokens,
    ms: Math.max(0, session.taken().durationMs - its.ms),
  };
};

/** What plans of the window that is being planned took before another was begun in their place. */
export const spentOnPlansLeft = ({ artifactsRoot, events }: Pick<Build, "artifactsRoot" | "events">): Spending => {
  const { begun } = buildState(events);
  const left = events.flatMap((event) =>
    event.type === "build_step_started" && begun?.step === "plan" && event.window === begun.window ? [event.run] : [],
  );
  return spentTogether(
    left.slice(0, -1).map((runId) => storedStory(artifactsRoot, { kind: "planner", runId }).spending),
  );
};

/** Two digits, or as many as it needs. */
export const numbered = (number: number): string => String(number).padStart(2, "0");
