import type { EventBody, RunKind } from "@llmch/contract";
import { isBegun, storedStory } from "@llmch/records";
import { newRunId, type StoredRun } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { OperationContext } from "../../context.ts";
import { type Build, spentBeside, tell } from "../build.ts";

type StepStarted = Extract<EventBody, { readonly type: "build_step_started" }>;

/** The folder in which the run of a step is kept. */
export const KIND_OF_STEP = { plan: "planner", "run-all": "run-all" } as const satisfies Record<string, RunKind>;

/** The run that a step is: as an earlier session left it, else a new one, which the journal names before it begins. */
export const runOfStep = async (
  { step, window, run }: Pick<StepStarted, "step" | "window"> & { readonly run: string | null },
  build: Build,
): Promise<Result<{ readonly runId: string; readonly stored: StoredRun | null }, Refusal>> => {
  if (run !== null) {
    const stored = await readStoredRun(build.artifactsRoot, KIND_OF_STEP[step], run, build.context.signal);
    if (!stored.ok && stored.issues[0].kind !== "empty")
      return rejected(
        refusal("not-resumable", `the run ${run} cannot be read: ${stored.issues[0].message}`, "begin a new build"),
      );
    if (stored.ok && isBegun(stored.value.journal.events)) return accepted({ runId: run, stored: stored.value });
  }
  const runId = newRunId();
  await tell(build, { type: "build_step_started", step, window, run: runId });
  return accepted({ runId, stored: null });
};

/** The run of a step that has ended by itself. */
export const endedRun = ({ artifactsRoot }: Build, step: StepStarted["step"], runId: string) => {
  const story = storedStory(artifactsRoot, { kind: KIND_OF_STEP[step], runId });
  const { verdict, exit_code: exitCode } = story;
  if (verdict === null || exitCode === null) throw new Error(`the run ${runId} has not ended`);
  return { story, verdict, exitCode, spending: story.spending };
};

/** What the run of a step gets: no request of its own, what the build took besides, and nothing that waits for the build alone. */
export const contextOfStep = async (build: Build, goingOn: StoredRun | null): Promise<OperationContext> => {
  const { context } = build;
  const { values } = context.settings;
  const approve = values.approve.filter((kind) => kind !== "scope");
  return {
    ...{ ...context, asked: null, spentElsewhere: await spentBeside(build, goingOn) },
    settings: { ...context.settings, values: { ...values, approve } },
  };
};
