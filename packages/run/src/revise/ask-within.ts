import type { Context, ReviseOptions } from "@llmch/config";
import type { RevisionOutcome } from "@llmch/planner";
import type { ModelSource, Session } from "@llmch/records";
import { limitedByTime, recorderOf, spentBefore, withinBudget } from "@llmch/records";
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
export const askWithin = (
  order: ObjectedOrder,
  { model, run, repo }: Pick<RevisionAsker, "repo"> & { readonly model: ModelSource } & Pick<ObjectedRun, "run">,
  session: Session,
  context: Context,
): Promise<RevisionOutcome> =>
  withinBudget({ model, before: spentBefore(run) }, context, async ({ gateway, time }) => {
    const { settings, templates, secrets } = context;
    const asked = gateway.for(recorderOf(session, session.recorded, context));
    const asker = { repo, templates, settings: settings.values, model: asked, secrets, stop: time.signal };
    return limitedByTime(await askRevision(order, asker, session), time.reached(), session);
  });
