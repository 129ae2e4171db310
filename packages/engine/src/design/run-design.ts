import type { Design } from "@llmch/contract";
import type { Budget, Gateway } from "@llmch/models";
import { type DesignOutcome, type Ledger, makeDesign, ordersForDesign, repoForDesign } from "@llmch/planner";
import type { Repository } from "@llmch/workspace";
import { createRunGateway, recorderOf } from "../asking/gateway.ts";
import type { ModelSource } from "../asking/model-source.ts";
import type { Context } from "../context.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import { textsAt } from "../orders/texts-at.ts";
import type { Session } from "../session/session.ts";
import { designingBy } from "./designing.ts";

/** The design that a run's orders keep to, or why nothing can go on. */
export type ReadyDesign =
  | { readonly kind: "ready"; readonly design: Design | null }
  | Extract<DesignOutcome, { readonly kind: "limited" | "interrupted" }>;

/** Whoever records a run's design. */
export type DesignSession = Ledger & Pick<Session, "appendExchange" | "recorded">;

/** A run's design: the one that is there, or one that is made when the first order needs it, and once. */
export interface RunDesign {
  /** What lay beside the orders, or is on record; null if there is none yet. */
  readonly given: Design | null;
  /** @param session of the order that asks; a run of several has the design in its own */
  of(session: DesignSession): Promise<ReadyDesign>;
  close(): Promise<void>;
}

/** Nobody is asked: the design is there, or there is none. */
export const standingDesign = (design: Design | null): RunDesign => ({
  given: design,
  of: async () => ({ kind: "ready", design }),
  close: async () => {},
});

interface Wanted {
  readonly orders: readonly LoadedOrder[];
  /** The commit that the run began with. */
  readonly start: string;
  readonly repo: Repository;
  readonly planner: ModelSource;
  /** The session of a run of several orders. */
  readonly session: DesignSession | null;
}

/** A design that is still to be made. What a designer cannot give is said, and the orders are carried out without it. */
export const designToMake = (wanted: Wanted, budget: Budget, context: Context): RunDesign => {
  let gateway: Gateway | null = null;
  let made: Promise<ReadyDesign> | null = null;
  return {
    given: null,
    of: (session) => {
      gateway ??= createRunGateway(wanted.planner, budget, context);
      made ??= make(wanted, wanted.session ?? session, gateway, context);
      return made;
    },
    close: async () => gateway?.close(),
  };
};

/** What the files of a designer's prompt hold together at most. */
const MOST_BYTES = 100_000;

const make = async (
  { orders, start, repo }: Wanted,
  session: DesignSession,
  gateway: Gateway,
  context: Context,
): Promise<ReadyDesign> => {
  const { settings, templates } = context;
  const designing = await designingBy(settings.values, templates);
  if (!designing.ok) throw new Error(designing.issues[0].message);
  if (designing.value === null) return { kind: "ready", design: null };
  const plan = orders.map(({ order }) => order);
  const wanted = plan.flatMap(({ allowed_files, context_files }) => [...context_files, ...allowed_files]);
  const texts = await textsAt(repo, start, { wanted, named: [], mostBytes: MOST_BYTES });
  const outcome = await makeDesign(
    {
      ...designing.value,
      work: ordersForDesign(plan),
      repo: repoForDesign(await repo.trackedFiles(start), texts, settings.values.factory.listed_paths),
      settings: settings.values.planner,
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

/** The run remembers that there is none: orders that are carried out later are asked as the first ones were. */
const undesigned = async (why: string, { emit }: Pick<DesignSession, "emit">): Promise<ReadyDesign> => {
  await emit({ type: "warning", message: `the work is not designed: ${why}` });
  await emit({ type: "undesigned", why });
  return { kind: "ready", design: null };
};
