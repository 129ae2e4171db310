import { join } from "node:path";
import { type JsonValue, looksLikeSecretFile, type Objection, utf8Length } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { AttemptRecord } from "@llmch/factory";
import { decodeUtf8, readTextFile } from "@llmch/files";
import { type Model, type RevisionOutcome, reviseOrder } from "@llmch/planner";
import { SYNTAX_READERS } from "@llmch/syntax";
import { filesAtCommit, type Repository } from "@llmch/workspace";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Session } from "../session/session.ts";

/** An order that its model objects to, at its place in the plan. */
export interface ObjectedOrder {
  readonly loaded: LoadedOrder;
  readonly objection: Objection;
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

/** Asks the planner for a mended order. All of it is recorded in the order's run. */
export const askRevision = async (
  { loaded, objection, failed, revision, orders, verifyContract, baseline }: ObjectedOrder,
  { repo, templates, settings, model }: RevisionAsker,
  session: Session,
): Promise<RevisionOutcome> => {
  const template = await readTextFile(join(templates, "REVISION_PROMPT.md"));
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

/** The files that block the order, then its own, as far as they fit; none that looks like a secret unless the order names it. */
const textsFor = async (
  { order }: LoadedOrder,
  { blocked_by, needs }: Objection,
  repo: Repository,
  baseline: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> => {
  const own = [...order.allowed_files, ...order.context_files];
  const others = [...blocked_by, ...needs].filter((path) => !looksLikeSecretFile(path));
  const wanted = [...new Set([...others, ...own])];
  const files = await filesAtCommit(repo, baseline, wanted);
  let left = MOST_BYTES;
  return wanted.flatMap((path) => {
    const file = files.get(path);
    const text = file === undefined ? null : decodeUtf8(file.bytes);
    if (text === null || utf8Length(text) > left) return [];
    left -= utf8Length(text);
    return [{ path, text }];
  });
};
