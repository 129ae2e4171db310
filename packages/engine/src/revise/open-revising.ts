import { dirname } from "node:path";
import type { Gateway } from "@llmch/models";
import { recorderOf } from "../asking/gateway.ts";
import type { Context } from "../context.ts";
import type { Reviser } from "../order/reviser.ts";
import { verifyContractBeside } from "../orders/manifest-beside.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { createReviser, revisedBefore } from "./reviser.ts";

/** Asks the planner of a run that may revise orders without asking. */
export const openRevising = (
  { kind, orders, tasks, config, previousRuns }: Schedule,
  { repo }: Pick<Prepared, "repo">,
  gateway: Pick<Gateway, "for">,
  context: Context,
): Reviser => {
  const earlier = [...previousRuns, ...tasks.flatMap(({ previous }) => previous ?? [])];
  const directory = kind === "run-all" ? config.orders : dirname(config.orders);
  return createReviser({
    left: (config.revise ?? 0) - revisedBefore(earlier),
    orders,
    verifyContract: () => verifyContractBeside(directory),
    env: context.env,
    asker: (session) => ({
      ...{ repo, templates: context.templates, settings: context.settings.values },
      model: gateway.for(recorderOf(session, session.recorded, context)),
    }),
  });
};
