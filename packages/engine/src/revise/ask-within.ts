import { limitInWords } from "@llmch/contract";
import type { RevisionOutcome } from "@llmch/planner";
import { commandBudget, spentBefore } from "../asking/command-budget.ts";
import { createRunGateway, recorderOf } from "../asking/gateway.ts";
import type { ModelSource } from "../asking/model-source.ts";
import { startTimeLimit } from "../asking/time-limit.ts";
import type { Context } from "../context.ts";
import type { ReviseOptions } from "../options.ts";
import type { Session } from "../session/session.ts";
import { askRevision, type ObjectedOrder, type RevisionAsker } from "./ask-revision.ts";
import type { ObjectedRun } from "./find-objected.ts";

/** The record that answered the run also answers this, unless another is named. */
export const withReplay = ({ replay, replayStrict, artifactsDir }: ReviseOptions, { started }: ObjectedRun) => {
  const record = replay ?? started.config.replay;
  return {
    ...(record === null ? {} : { replay: record }),
    ...(artifactsDir === undefined ? {} : { artifactsDir }),
    replayStrict: replayStrict || (replay === undefined && started.config.replay_strict),
  };
};

/** Asks for a revision within the rest of the run's budget. */
export const askWithin = async (
  order: ObjectedOrder,
  { model, run, repo }: Pick<RevisionAsker, "repo"> & { readonly model: ModelSource } & Pick<ObjectedRun, "run">,
  session: Session,
  context: Context,
): Promise<RevisionOutcome> => {
  const { settings, templates } = context;
  const before = spentBefore(run);
  const time = startTimeLimit(context.signal, settings.values.budget.minutes, before.ms);
  const asking = { ...context, signal: time.signal };
  const gateway = createRunGateway({ model }, commandBudget(settings.values.budget, before), asking);
  const asked = gateway.for(recorderOf(session, session.recorded, asking));
  const outcome = await askRevision(
    order,
    { repo, templates, settings: settings.values, model: asked },
    session,
  ).finally(() => {
    time.close();
    return gateway.close();
  });
  const reached = outcome.kind === "interrupted" ? time.reached() : null;
  if (reached === null) return outcome;
  await session.emit({ type: "limit_reached", ...reached });
  return { ...outcome, kind: "limited", ...limitInWords(reached) };
};
