import { dirname } from "node:path";
import type { Context } from "@llmch/config";
import type { RunConfig } from "@llmch/contract";
import type { Gateway } from "@llmch/models";
import { type LoadedOrder, recorderOf, verifyContractBeside } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import type { Gate } from "../decisions/gate.ts";
import type { OrderTask } from "../order/order-task.ts";
import type { Reviser } from "../order/reviser.ts";
import type { Prepared } from "../preflight/preflight.ts";
import { createReviser, revisedBefore } from "./reviser.ts";

/** The orders of a run that may be revised. */
interface RevisedSchedule {
  readonly kind: "run" | "run-all";
  readonly orders: readonly LoadedOrder[];
  readonly tasks: readonly OrderTask[];
  readonly config: RunConfig;
  readonly previousRuns: readonly StoredRun[];
}

/** Asks the planner of a run that may revise orders without asking. */
export const openRevising = (
  { kind, orders, tasks, config, previousRuns }: RevisedSchedule,
  { repo, isolation, executor }: Pick<Prepared, "repo" | "isolation" | "executor">,
  { gateway, gate }: { readonly gateway: Pick<Gateway, "for">; readonly gate: Gate },
  context: Context,
): Reviser => {
  const earlier = [...previousRuns, ...tasks.flatMap(({ previous }) => previous ?? [])];
  const directory = kind === "run-all" ? config.orders : dirname(config.orders);
  const { setup } = context.settings.values;
  return createReviser({
    left: (config.revise ?? 0) - revisedBefore(earlier),
    orders,
    verifyContract: () => verifyContractBeside(directory),
    ...{ gate, limits: { isolation, executor, setup: { ...setup, commands: [] } } },
    asker: (session) => ({
      ...{ repo, templates: context.templates, settings: context.settings.values },
      ...{ secrets: context.secrets, stop: context.signal },
      model: gateway.for(recorderOf(session, session.recorded, context)),
    }),
  });
};
