import { type Round, roundFolder } from "@llmch/contract";
import {
  carryOut,
  type DeriveCommand,
  type Division,
  type Ledger,
  type Model,
  metered,
  type OrderOutcome,
  type Ports,
} from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import type { Recorder } from "@llmch/models";
import { filesOf, type LoadedOrder } from "@llmch/records";
import { createRedactor } from "@llmch/text";
import { changesBetween, foldOnto } from "@llmch/workspace";
import { authorOf } from "./author.ts";
import { continuedOf } from "./continued.ts";
import { type Desk, scratchIn } from "./desk.ts";
import { type JobPlace, jobOf } from "./job.ts";
import type { OrderPorts } from "./ports.ts";
import type { Earlier } from "./previous-session.ts";
import { reviewerOf } from "./reviewer.ts";

/** Where work on an order is recorded, and who is asked. */
export interface WorkRecord extends Pick<Ports, "approve"> {
  readonly ledger: Ledger;
  readonly model: Model;
  /** Records the calls to the model. */
  readonly recorder: Recorder;
}

/** Carries out an order at its desk, up to a candidate. */
export const workOn = async (
  loaded: LoadedOrder,
  earlier: Earlier,
  desk: Desk,
  place: Omit<JobPlace, "root">,
  { ledger, model: asked, recorder, approve }: WorkRecord,
  ports: OrderPorts,
): Promise<OrderOutcome> => {
  const { facts, models, watch } = ports;
  const { worktree, commands, shown, scratch, executor } = desk;
  const { before } = earlier;
  const costs = before?.progress.costs ?? [0];
  const { model, cost } = metered(asked, costs.length === 0 ? 0 : (costs.at(-1) ?? null));
  return carryOut(
    jobOf(loaded, { ...place, root: worktree.root }, ports),
    {
      ...{ model, cost, workspace: worktree, shown, commands, scratch, executor, ledger, approve },
      author: authorOf({ model, ledger, earlier, continued: await continuedOf(loaded.order, earlier, ports) }, ports),
      division: divisionAt(desk, { model, recorder }, ports),
      reviewer: facts.review === null ? undefined : reviewerOf({ model, ledger, review: facts.review }, ports),
      recordedDerived: async (order: string, at: Round) => {
        const record = models.record.derived.get(`${order}/${roundFolder(at)}`);
        return record === undefined ? null : { filesOf: (command: DeriveCommand) => filesOf(record, command) };
      },
      outlines: models.outlines,
      redactor: createRedactor(facts.secrets),
      clock: monotonicClock,
      stop: watch.signal,
    },
    before ?? undefined,
  );
};

/** A child's attempt that broke off starts again from the beginning; its recorded answers are found by key. */
const NOTHING_EARLIER = { before: null, stored: null };

/**
 * Divides an order and makes its worktree show what its children make, as commits that no ref names but that outlast the run. Undefined if
 * orders are not divided.
 */
const divisionAt = (
  { worktree, commands, executorInPlace, show }: Desk,
  { model, recorder }: { readonly model: Model; readonly recorder: Recorder },
  ports: OrderPorts,
): Division | undefined => {
  const { repo, baselines } = ports.ground;
  const { divider } = ports.models;
  const scratch = scratchIn(worktree, commands);
  if (divider === null) return undefined;
  return {
    divide: (question, ledger) => divider.divide(question, ledger, recorder),
    portsFor: (ledger) => ({
      author: authorOf({ model, ledger, earlier: NOTHING_EARLIER, continued: null }, ports),
      ...{ scratch, executor: executorInPlace },
    }),
    begin: show,
    goOn: async ({ sealed: { base, tree }, verified }) => {
      const { commit } = await foldOnto(repo, base, [await changesBetween(repo, base, tree)]);
      await show(commit);
      await baselines.landed(commit, { tree, verified });
    },
    goBack: show,
  };
};
