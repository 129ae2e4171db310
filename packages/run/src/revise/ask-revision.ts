import { join } from "node:path";
import type { Objection, PromptLimits } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { AttemptRecord } from "@llmch/factory";
import { readTextFile } from "@llmch/files";
import { type Model, type RevisionOutcome, reviseOrder } from "@llmch/planner";
import {
  commitFiles,
  explorerOf,
  type LoadedOrder,
  looksAround,
  plannerLimits,
  type Session,
  textsAt,
} from "@llmch/records";
import { SYNTAX_READERS } from "@llmch/syntax";
import type { JsonValue } from "@llmch/text";
import type { Repository } from "@llmch/workspace";

/** An order that its model objects to, with its place in the plan. */
export interface ObjectedOrder {
  readonly loaded: LoadedOrder;
  /** Null if it is revised because its attempts failed. */
  readonly objection: Objection | null;
  /** The failed attempts, ending with that of the objection. */
  readonly failed: readonly AttemptRecord[];
  /** The number of the new revision. */
  readonly revision: number;
  /** All orders of the plan in their current form. */
  readonly orders: readonly LoadedOrder[];
  readonly verifyContract: JsonValue;
  /** The commit that the order starts from. */
  readonly baseline: string;
}

/** What asking for a revision needs. */
export interface RevisionAsker {
  readonly repo: Repository;
  readonly templates: string;
  readonly settings: Settings;
  readonly model: Model;
  readonly secrets: readonly string[];
  readonly stop: Pick<AbortSignal, "aborted">;
}

const AFTER_FAILURES = "REVISION_AFTER_FAILURES_PROMPT.md";

/** Asks the planner for a corrected order. Everything is recorded in the order's run. */
export const askRevision = async (
  { loaded, objection, failed, revision, orders, verifyContract, baseline }: ObjectedOrder,
  { repo, templates, settings, model, secrets, stop }: RevisionAsker,
  session: Session,
): Promise<RevisionOutcome> => {
  const template = await readTextFile(join(templates, objection === null ? AFTER_FAILURES : "REVISION_PROMPT.md"));
  if (!template.ok) throw new Error(template.issues[0].message);
  const place = orders.findIndex(({ order }) => order.id === loaded.order.id);
  const repoFiles = await repo.trackedFiles(baseline);
  const limits = plannerLimits(settings);
  const inputs = {
    template: template.value,
    order: loaded.document,
    objection,
    failed: failed.flatMap(({ attempt, failure_brief: brief }) =>
      brief === null || brief.objection !== undefined ? [] : [{ attempt, brief }],
    ),
    others: orders.filter((_, index) => index !== place).map(({ document }) => document),
    following: orders.slice(place + 1).map(({ document }) => document),
    texts: await textsFor(loaded, objection, namedIn(failed, repoFiles), repo, baseline, limits),
    limits,
    settings: settings.planner,
    runId: session.runId,
    ...{ revision, verifyContract, repoFiles },
  };
  const ports = { model, ledger: session, syntaxes: SYNTAX_READERS };
  if (!looksAround(settings.planner, repoFiles)) return reviseOrder(inputs, ports);
  const named = [...loaded.order.allowed_files, ...loaded.order.context_files];
  const files = await commitFiles(repo, baseline);
  return reviseOrder(inputs, {
    ...ports,
    explorer: explorerOf({ files, named, model, session, settings, secrets, stop }),
  });
};

/** The most files that are shown because the failures name them. */
const MOST_NAMED = 6;

/** The repo's files that the failed commands and their output name. */
const namedIn = (failed: readonly AttemptRecord[], repoFiles: readonly string[]): readonly string[] => {
  const words = failed
    .map(({ failure_brief: brief }) => `${brief?.command}\n${brief?.primary_error_excerpt}`)
    .join("\n");
  const found = new Set(words.match(/[\w@.+-]+(?:\/[\w@.+-]+)*\.\w+/g) ?? []);
  return repoFiles.filter((path) => found.has(path)).slice(0, MOST_NAMED);
};

/** The files that block the order, those that its failures name, then its own; files that look like secrets only if the order names them. */
const textsFor = (
  { order }: LoadedOrder,
  objection: Objection | null,
  evidence: readonly string[],
  repo: Repository,
  baseline: string,
  limits: PromptLimits,
) =>
  textsAt(repo, baseline, {
    wanted: [...(objection?.blocked_by ?? []), ...(objection?.needs ?? []), ...evidence],
    named: [...order.allowed_files, ...order.context_files],
    mostBytes: limits.sideFileBytes,
  });
