import type { JsonValue } from "@llmch/contract";
import type { OrderProgress } from "@llmch/factory";
import type { RevisionOutcome } from "@llmch/planner";
import type { StoredRun } from "@llmch/store";
import type { Environment } from "../context.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Session } from "../session/session.ts";
import { askRevision, type RevisionAsker } from "./ask-revision.ts";
import { takeUp } from "./take-up.ts";

/** What a run does about an objection: it goes on with a mended order, ends as it has, or is stopped. */
export type Revising =
  | { readonly kind: "revised"; readonly loaded: LoadedOrder }
  | { readonly kind: "left" }
  | Extract<RevisionOutcome, { readonly kind: "interrupted" | "limited" }>;

/** Revises orders while they are carried out, as often as `--revise` allows. */
export interface Reviser {
  /** @param baseline the commit that the order is carried out from */
  revise(loaded: LoadedOrder, progress: OrderProgress, baseline: string, session: Session): Promise<Revising>;
}

export interface ReviserPlan {
  /** How many revisions may be taken up without asking, in this session. */
  readonly left: number;
  readonly orders: readonly LoadedOrder[];
  readonly verifyContract: () => Promise<JsonValue>;
  readonly env: Environment;
  readonly asker: (session: Session) => RevisionAsker;
}

/** What is not revised is said as a warning of the order's run. */
export const createReviser = ({ left: allowed, orders: begun, verifyContract, env, asker }: ReviserPlan): Reviser => {
  let left = allowed;
  let orders = begun;
  return {
    revise: async (loaded, { objection, failed, revisions }, baseline, session) => {
      if (left < 1 || objection === null) return { kind: "left" };
      const asking = asker(session);
      const order = { loaded, objection, failed, revision: revisions + 1, orders, baseline };
      const outcome = await askRevision({ ...order, verifyContract: await verifyContract() }, asking, session);
      if (outcome.kind === "interrupted" || outcome.kind === "limited") return outcome;
      const leave = async (why: string): Promise<Revising> => {
        await session.emit({ type: "warning", message: `${loaded.order.id} is not revised: ${why}` });
        return { kind: "left" };
      };
      if (outcome.kind !== "revised") return leave(whyNot(outcome));
      const [filtered] = await asking.repo.activeFilters(allowedIn(outcome.order));
      if (filtered !== undefined) return leave(`${filtered.path} passes through the git filter ${filtered.filter}`);
      const taken = await takeUp(loaded, { revision: order.revision, sha256: outcome.sha256 }, false, session, env);
      if (!taken.ok) return leave(taken.issues[0].message);
      left -= 1;
      orders = orders.map((each) => (each.order.id === loaded.order.id ? taken.value : each));
      return { kind: "revised", loaded: taken.value };
    },
  };
};

type Unrevised = Exclude<RevisionOutcome, { readonly kind: "revised" | "interrupted" | "limited" }>;

const whyNot = (outcome: Unrevised): string => {
  switch (outcome.kind) {
    case "unchanged":
      return "the planner holds it to be right as it is";
    case "invalid":
      return `the planner's last answer has ${outcome.errors.map(({ code }) => code).join(", ")}`;
    case "model-failed":
      return outcome.message;
  }
};

const allowedIn = ({ allowed_files: files }: Readonly<Record<string, JsonValue>>): string[] =>
  Array.isArray(files) ? files.filter((path): path is string => typeof path === "string") : [];

/** How many revisions a run's earlier sessions took up without asking. */
export const revisedBefore = (runs: readonly StoredRun[]): number =>
  [...new Map(runs.map((run) => [run.runId, run])).values()].reduce(
    (sum, { journal }) => sum + journal.events.filter(isUnasked).length,
    0,
  );

const isUnasked = (event: StoredRun["journal"]["events"][number]): boolean =>
  event.type === "order_revised" && !event.asked;
