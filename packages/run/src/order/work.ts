import { createRedactor, type Round, roundFolder } from "@llmch/contract";
import { carryOut, type DeriveCommand, type Ledger, type Model, metered, type OrderOutcome } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import type { Recorder } from "@llmch/models";
import type { LoadedOrder } from "@llmch/records";
import { filesOf } from "@llmch/records";
import { authorOf } from "./author.ts";
import type { Desk } from "./desk.ts";
import { divisionAt } from "./division.ts";
import { type JobPlace, jobOf } from "./job.ts";
import type { OrderPorts } from "./ports.ts";
import type { Earlier } from "./previous-session.ts";
import { reviewerOf } from "./reviewer.ts";

/** Where work on an order is recorded, and who is asked. */
export interface WorkRecord {
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
  { ledger, model: asked, recorder }: WorkRecord,
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
      ...{ model, cost, workspace: worktree, shown, commands, scratch, executor, ledger },
      author: authorOf({ model, ledger, earlier }, ports),
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
