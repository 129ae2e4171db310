import type { Context, ReviseOptions, RunObserver } from "@llmch/config";
import type { Diagnostic, Objection } from "@llmch/contract";
import type { RevisionOutcome } from "@llmch/planner";
import {
  type LoadedOrder,
  type LoadFault,
  limitedByTime,
  type ModelSource,
  modelSource,
  recorderOf,
  type Session,
  spentBefore,
  withinBudget,
} from "@llmch/records";
import { accepted, type Result, refusal, rejected } from "@llmch/text";
import { askRevision, type ObjectedOrder, type RevisionAsker } from "./ask-revision.ts";
import type { ObjectedRun } from "./find-objected.ts";
import { whileHeld } from "./objected-scene.ts";
import { loadRevision } from "./revised-orders.ts";
import { inRevisionSession } from "./revision-session.ts";
import { takeUp } from "./take-up.ts";

/** A corrected order that waits for the user's decision. */
export interface ProposedRevision {
  readonly kind: "proposed";
  readonly objected: ObjectedRun;
  readonly revision: number;
  /** Null if its failures led to the revision. */
  readonly objection: Objection | null;
  readonly before: LoadedOrder;
  readonly after: LoadedOrder;
  readonly warnings: readonly Diagnostic[];
}

/** The result of asking for a revision. */
export type RevisionEnding =
  | ProposedRevision
  | (Exclude<RevisionOutcome, { readonly kind: "revised" }> & { readonly objected: ObjectedRun });

/**
 * Asks the planner for a corrected order after its model has objected to it. A revision that already waits for the user's decision is
 * returned as it is, unless `refresh` is given. Accepts nothing.
 */
export const proposeRevision = (
  options: ReviseOptions,
  context: Context,
  observer: Pick<RunObserver, "event">,
): Promise<Result<RevisionEnding, LoadFault>> =>
  whileHeld<RevisionEnding>(options, context, async (scene) => {
    const { objected, progress, before, objection, repo } = scene;
    if (progress.proposed !== null && !options.refresh) {
      const { revision, warnings } = progress.proposed;
      const after = await loadRevision(objected.run, progress.proposed);
      return after.ok
        ? accepted({ kind: "proposed", objected, revision, objection, before, after: after.value, warnings })
        : after;
    }
    const model = await modelSource(withReplay(options, objected), context.settings, "planner", context);
    if (!model.ok) return model;
    const revision = progress.revisions + 1;
    const outcome = await inRevisionSession(objected, before.sha256, context, observer, async (session) => {
      const order = { ...scene, loaded: before, failed: progress.failed, revision };
      const value = await askWithin(order, { model: model.value, run: objected.run, repo }, session, context);
      return { value, sha256: before.sha256 };
    });
    if (outcome.kind !== "revised") return accepted({ ...outcome, objected });
    const after = await loadRevision(objected.run, { revision, work_order_sha256: outcome.sha256 });
    const { warnings } = outcome;
    return after.ok
      ? accepted({ kind: "proposed", objected, revision, objection, before, after: after.value, warnings })
      : after;
  });

/** Accepts a revision that waits for the user's decision: `resume` continues with it. */
export const takeUpRevision = (
  { objected, revision, after }: ProposedRevision,
  options: ReviseOptions,
  context: Context,
): Promise<Result<LoadedOrder, LoadFault>> =>
  whileHeld({ ...options, run: objected.whole.runId }, context, async (scene) => {
    const { proposed } = scene.progress;
    if (proposed?.revision !== revision || proposed.work_order_sha256 !== after.sha256) {
      const message = `revision ${revision} of ${after.order.id} is not waiting any more`;
      return rejected(refusal("not-objected", message, `see \`llmch show ${objected.whole.runId}\``));
    }
    return inRevisionSession(scene.objected, scene.before.sha256, context, { event: () => {} }, async (session) => {
      const value = await takeUp(scene.before, { revision, sha256: after.sha256 }, true, session);
      return { value, sha256: value.ok ? value.value.sha256 : scene.before.sha256 };
    });
  });

/** The record that answered the run also answers this, unless another is named. */
const withReplay = ({ replay, replayStrict, artifactsDir }: ReviseOptions, { started }: ObjectedRun) => {
  const record = replay ?? started.config.replay;
  return {
    ...(record === null ? {} : { replay: record }),
    ...(artifactsDir === undefined ? {} : { artifactsDir }),
    part: started.config.part,
    replayStrict: replayStrict || (replay === undefined && started.config.replay_strict),
  };
};

/** Asks for a revision within the rest of the run's budget. */
const askWithin = (
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
