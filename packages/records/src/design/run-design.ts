import type { Context } from "@llmch/config";
import type { Design } from "@llmch/contract";
import type { Gateway } from "@llmch/models";
import { type DesignOutcome, type Ledger, makeDesign, ordersForDesign, repoForDesign } from "@llmch/planner";
import type { Repository } from "@llmch/workspace";
import { recorderOf } from "../asking/gateway.ts";
import { plannerLimits } from "../asking/limits.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import { textsAt } from "../orders/texts-at.ts";
import type { Session } from "../session/session.ts";
import { designingBy } from "./design-file.ts";

/** The design that a run's orders follow, or why nothing can continue. */
export type ReadyDesign =
  | { readonly kind: "ready"; readonly design: Design | null }
  | Extract<DesignOutcome, { readonly kind: "limited" | "interrupted" }>;

/** The session that records a run's design. */
export type DesignSession = Ledger & Pick<Session, "directory" | "appendExchange" | "recorded">;

/** A run's design: the existing one, or one that is made once, when the first order needs it. */
export interface RunDesign {
  /** The design found beside the orders or in the record; null if there is none yet. */
  readonly given: Design | null;
  /** @param session that of the asking order; a run of several orders records the design in its own */
  of(session: DesignSession): Promise<ReadyDesign>;
}

/** A design that is settled: it exists, or there is none, and no model is asked. */
export const standingDesign = (design: Design | null): RunDesign => ({
  given: design,
  of: async () => ({ kind: "ready", design }),
});

interface Wanted {
  readonly orders: readonly LoadedOrder[];
  /** The commit at which the run began. */
  readonly start: string;
  readonly repo: Repository;
  /** The session of a run of several orders. */
  readonly session: DesignSession | null;
}

/** A design that is yet to be made. If the designer fails, the run warns and carries out the orders without one. */
export const designToMake = (wanted: Wanted, gateway: Pick<Gateway, "for">, context: Context): RunDesign => {
  let made: Promise<ReadyDesign> | null = null;
  return {
    given: null,
    of: (session) => {
      made ??= make(wanted, wanted.session ?? session, gateway, context);
      return made;
    },
  };
};

const make = async (
  { orders, start, repo }: Wanted,
  session: DesignSession,
  gateway: Pick<Gateway, "for">,
  context: Context,
): Promise<ReadyDesign> => {
  const { settings, templates } = context;
  const designing = await designingBy(settings.values, templates);
  if (!designing.ok) throw new Error(designing.issues[0].message);
  if (designing.value === null) return { kind: "ready", design: null };
  const plan = orders.map(({ order }) => order);
  const wanted = plan.flatMap(({ allowed_files, context_files }) => [...context_files, ...allowed_files]);
  const limits = plannerLimits(settings.values, designing.value.model);
  const texts = await textsAt(repo, start, { wanted, named: [], mostBytes: limits.sideFileBytes });
  const outcome = await makeDesign(
    {
      ...designing.value,
      work: ordersForDesign(plan, limits),
      repo: repoForDesign(await repo.trackedFiles(start), texts, limits),
      settings: settings.values.planner,
      limits,
    },
    { model: gateway.for(recorderOf(session, session.recorded, context)), ledger: session },
  );
  switch (outcome.kind) {
    case "designed":
      return { kind: "ready", design: outcome.design };
    case "limited":
    case "interrupted":
      return outcome;
    default:
      return undesigned(whyNot(outcome), session);
  }
};

const whyNot = (outcome: Extract<DesignOutcome, { readonly kind: "undesigned" | "model-failed" }>): string =>
  outcome.kind === "model-failed" ? outcome.message : `the last answer is faulty: ${outcome.faults[0] ?? ""}`;

/** Records that there is no design, so that later orders are asked the same way as the first ones. */
const undesigned = async (why: string, { emit }: Pick<DesignSession, "emit">): Promise<ReadyDesign> => {
  await emit({ type: "warning", message: `the work is not designed: ${why}` });
  await emit({ type: "undesigned", why });
  return { kind: "ready", design: null };
};
