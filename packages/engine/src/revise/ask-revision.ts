import { join } from "node:path";
import type { JsonValue, Objection } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { AttemptRecord } from "@llmch/factory";
import { readTextFile } from "@llmch/files";
import { type Model, type RevisionOutcome, reviseOrder } from "@llmch/planner";
import { SYNTAX_READERS } from "@llmch/syntax";
import type { Repository } from "@llmch/workspace";
import type { LoadedOrder } from "../orders/load-orders.ts";
import { textsAt } from "../orders/texts-at.ts";
import type { Session } from "../session/session.ts";

/** An order that its model objects to, at its place in the plan. */
export interface ObjectedOrder {
  readonly loaded: LoadedOrder;
  /** Null if it is revised because attempts at it failed. */
  readonly objection: Objection | null;
  /** The attempts that failed, that of the objection last. */
  readonly failed: readonly AttemptRecord[];
  /** Which revision of the order it would be. */
  readonly revision: number;
  /** All orders of the plan as they stand. */
  readonly orders: readonly LoadedOrder[];
  readonly verifyContract: JsonValue;
  /** The commit that the order is carried out from. */
  readonly baseline: string;
}

/** What a revision is asked with. */
export interface RevisionAsker {
  readonly repo: Repository;
  readonly templates: string;
  readonly settings: Pick<Settings, "planner" | "factory">;
  readonly model: Model;
}

const AFTER_FAILURES = "REVISION_AFTER_FAILURES_PROMPT.md";

/** Asks the planner for a mended order. All of it is recorded in the order's run. */
export const askRevision = async (
  { loaded, objection, failed, revision, orders, verifyContract, baseline }: ObjectedOrder,
  { repo, templates, settings, model }: RevisionAsker,
  session: Session,
): Promise<RevisionOutcome> => {
  const template = await readTextFile(join(templates, objection === null ? AFTER_FAILURES : "REVISION_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  const place = orders.findIndex(({ order }) => order.id === loaded.order.id);
  const repoFiles = await repo.trackedFiles(baseline);
  const inputs = {
    template: template.value,
    order: loaded.document,
    objection,
    failed: failed.flatMap(({ attempt, failure_brief: brief }) =>
      brief === null || brief.objection !== undefined ? [] : [{ attempt, brief }],
    ),
    others: orders.filter((_, index) => index !== place).map(({ document }) => document),
    following: orders.slice(place + 1).map(({ document }) => document),
    texts: await textsFor(loaded, objection, repo, baseline),
    listedPaths: settings.factory.listed_paths,
    settings: settings.planner,
    runId: session.runId,
    ...{ revision, verifyContract, repoFiles },
  };
  return reviseOrder(inputs, { model, ledger: session, syntaxes: SYNTAX_READERS });
};

/** What the files of a revision's prompt hold together at most. */
const MOST_BYTES = 100_000;

/** The files that block the order, then its own; none that looks like a secret unless the order names it. */
const textsFor = ({ order }: LoadedOrder, objection: Objection | null, repo: Repository, baseline: string) =>
  textsAt(repo, baseline, {
    wanted: [...(objection?.blocked_by ?? []), ...(objection?.needs ?? [])],
    named: [...order.allowed_files, ...order.context_files],
    mostBytes: MOST_BYTES,
  });
