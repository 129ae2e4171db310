import { type Need, noWider, type Objection } from "@llmch/contract";
import type { OrderProgress } from "@llmch/factory";
import type { RevisionOutcome } from "@llmch/planner";
import type { LoadedOrder, Session } from "@llmch/records";
import type { StoredRun } from "@llmch/store";
import { type JsonValue, textsMember } from "@llmch/text";
import { conversionsAt } from "@llmch/workspace";
import { type CommandLimits, reachShown } from "../decisions/commands-shown.ts";
import type { Gate } from "../decisions/gate.ts";
import type { Reviser, Revising } from "../order/reviser.ts";
import { askRevision, type RevisionAsker } from "./ask-revision.ts";
import { loadRevision } from "./revised-orders.ts";
import { changesInWords, takeUp } from "./take-up.ts";

export interface ReviserPlan {
  /** How many revisions may be accepted without asking in this session. */
  readonly left: number;
  readonly orders: readonly LoadedOrder[];
  readonly verifyContract: () => Promise<JsonValue>;
  readonly gate: Gate;
  /** What the commands of a revised order may reach; the setup's are known already. */
  readonly limits: CommandLimits;
  readonly asker: (session: Session) => RevisionAsker;
}

/** If an order is not revised, its run warns. */
export const createReviser = ({
  left: allowed,
  orders: begun,
  verifyContract,
  gate,
  limits,
  asker,
}: ReviserPlan): Reviser => {
  let left = allowed;
  let orders = begun;
  const ask = async (
    loaded: LoadedOrder,
    { failed, revisions, proposed }: Pick<OrderProgress, "failed" | "revisions" | "proposed">,
    {
      objection,
      baseline,
      row,
    }: { readonly objection: Objection | null; readonly baseline: string; readonly row?: number },
    session: Session,
  ): Promise<Revising> => {
    const asking = asker(session);
    const leave = async (why: string): Promise<Revising> => {
      await session.emit({ type: "warning", message: `${loaded.order.id} is not revised: ${why}` });
      return { kind: "left" };
    };
    let revision = proposed?.revision ?? revisions + 1;
    let sha256 = proposed?.work_order_sha256 ?? null;
    if (sha256 === null) {
      revision = revisions + 1;
      const order = { loaded, objection, failed, revision, orders, baseline };
      const outcome = await askRevision({ ...order, verifyContract: await verifyContract() }, asking, session);
      if (outcome.kind === "interrupted" || outcome.kind === "limited") return outcome;
      if (outcome.kind !== "revised") return leave(whyNot(outcome));
      const conversions = await conversionsAt(asking.repo, baseline, textsMember(outcome.order, "allowed_files"));
      if (!conversions.ok) return leave(conversions.issues[0].message);
      const [converted] = conversions.value;
      if (converted !== undefined) return leave(`${converted.path} ${converted.why}`);
      ({ sha256 } = outcome);
    }
    await session.settle();
    const after = await loadRevision(session, { revision, work_order_sha256: sha256 });
    if (!after.ok) return leave(after.issues[0].message);
    const wider = noWider(after.value.order, loaded.origin ?? loaded.order).map((each) => each.what);
    const isAsked = wider.length > 0 || gate.waits("revision");
    if (isAsked) {
      const changes = changesInWords(loaded.order, after.value.order);
      const shown = [...changes, ...reachShown([{ order: after.value.order }], limits)].join("\n");
      const need = { ...revisionNeed(loaded.order.id, revision, sha256, wider), shown };
      const said = await gate.decide({ need }, session);
      if (said === null) return { kind: "waiting", need };
      if (said.decision === "reject") return { kind: "rejected", text: said.text };
    }
    const taken = await takeUp(loaded, { revision, sha256 }, isAsked, session, row);
    if (!taken.ok) return leave(taken.issues[0].message);
    orders = orders.map((each) => (each.order.id === loaded.order.id ? taken.value : each));
    return { kind: "revised", loaded: taken.value };
  };
  return {
    revise: async (loaded, progress, baseline, session) => {
      const { objection } = progress;
      if (left < 1 || objection === null) return { kind: "left" };
      const revising = await ask(loaded, { ...progress, proposed: null }, { objection, baseline }, session);
      if (revising.kind === "revised" || revising.kind === "waiting" || revising.kind === "rejected") left -= 1;
      return revising;
    },
    resumed: async (loaded, progress, baseline, session) => {
      const { objection, proposed } = progress;
      if (left < 1 || objection === null || proposed === null) return { kind: "left" };
      left -= 1;
      return ask(loaded, progress, { objection, baseline }, session);
    },
    // A revision that a killed session received is accepted instead of asking again.
    reviseFailed: (loaded, progress, baseline, session, row) =>
      ask(loaded, progress, { objection: progress.objection, baseline, row }, session),
  };
};

const revisionNeed = (id: string, revision: number, sha256: string, wider: readonly string[]): Need => {
  const isWider = wider.length > 0;
  const how = isWider
    ? `is wider than the order that you saw: ${wider.join("; ")}`
    : "is no wider than the order that you saw";
  return { id, kind: "revision", what: `revision ${revision} ${how}`, sha256, ...(isWider ? { wider: true } : {}) };
};

type Unrevised = Exclude<RevisionOutcome, { readonly kind: "revised" | "interrupted" | "limited" }>;

const whyNot = (outcome: Unrevised): string => {
  switch (outcome.kind) {
    case "unchanged":
      return "the planner considers it right as it is";
    case "invalid":
      return `the planner's last answer has ${outcome.errors.map(({ code }) => code).join(", ")}`;
    case "stuck":
    case "model-failed":
      return outcome.message;
  }
};

/** How many revisions a run's earlier sessions accepted without asking. */
export const revisedBefore = (runs: readonly StoredRun[]): number =>
  [...new Map(runs.map((run) => [run.runId, run])).values()].reduce(
    (sum, { journal }) => sum + journal.events.filter(isUnasked).length,
    0,
  );

const isUnasked = (event: StoredRun["journal"]["events"][number]): boolean =>
  event.type === "order_revised" && !event.asked && event.row === undefined;
