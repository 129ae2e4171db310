import { resolve } from "node:path";
import { type Context, settingsToGoOn } from "@llmch/config";
import { orderId } from "@llmch/contract";
import { verifyEnv } from "@llmch/factory";
import { ordersPlace, readManifestBeside, verifyCommandOf } from "@llmch/records";
import { clearWorktrees, findIsolation, ownPlaces, refusesUnseen, whileLent } from "@llmch/run";
import { createSyntaxParser } from "@llmch/syntax/code";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { openRepository, type Repository } from "@llmch/workspace";
import { type AuditedPlace, findAudited } from "../audit/find-audited.ts";
import { storedBuild } from "../build/drawing.ts";
import type { OperationContext } from "../context.ts";
import { type LandedOrder, type Measured, measuredOf, measureOrder } from "./measure-order.ts";
import { type RecordedOrders, recordedOrders } from "./recorded-orders.ts";

/** The kinds of runs that make commits. */
export const MEASURED = ["factory", "run-all", "build"] as const;

/** A run whose commits can be measured. */
export interface Measurable {
  readonly runId: string;
  readonly recorded: RecordedOrders;
  readonly repo: Repository;
  readonly landed: readonly LandedOrder[];
}

/** Finds the run, its repo, and the orders that landed, or the one that is asked for; of a build each window that has one. */
export const findMeasurable = async (
  root: string,
  { run, repo: named, order: asked }: AuditedPlace & { readonly order?: string | undefined },
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<{ readonly runId: string; readonly parts: readonly Measurable[] }, Refusal>> => {
  const found = await findAudited(root, run, MEASURED);
  if (!found.ok) return found;
  const { kind, runId } = found.value;
  const directory = named ?? found.value.repo;
  if (directory === null) return rejected(refusal("not-repeatable", "no repo is on record", "name it with --repo"));
  const repo = await openRepository(resolve(cwd, directory), env);
  if (!repo.ok) return repo;
  const id = asked === undefined || !/^\d+$/.test(asked) ? asked?.toUpperCase() : orderId(Number(asked));
  const runs = kind === "build" ? storedBuild(root, runId).windows.flatMap((each) => each.run ?? []) : [runId];
  const parts: Measurable[] = [];
  for (const part of runs) {
    const recorded = await recordedOrders(root, { kind: kind === "build" ? "run-all" : kind, runId: part }, env);
    if (!recorded.ok) return recorded;
    const { standing, ends } = recorded.value;
    const landed = ends.flatMap(({ order: of, landed: at }): readonly LandedOrder[] => {
      const loaded = standing.find(({ order }) => order.id === of);
      if (at === null || loaded === undefined || (id !== undefined && of !== id)) return [];
      return [{ order: loaded.order, commit: at.commit, from: at.from, isSeen: loaded.origin === undefined }];
    });
    if (landed.length > 0) parts.push({ runId: part, recorded: recorded.value, repo: repo.value, landed });
  }
  if (parts.length > 0) return accepted({ runId, parts });
  const what = id === undefined ? "no order" : `no order ${id}`;
  return rejected(refusal("usage", `${what} of ${runId} has landed`, `\`llmch show ${runId}\` says what has`));
};

/** Measures the orders one after the other, each in several worktrees. All of them are gone at its end, however it ends. */
export const measureRun = async (
  { recorded, repo, landed }: Measurable,
  { root, most, jobs }: { readonly root: string; readonly most: number; readonly jobs: number },
  { env, signal, secrets, settings, face }: OperationContext,
): Promise<Result<Measured, Refusal>> => {
  const { stored, beginning } = recorded;
  const values = settingsToGoOn(beginning.config, settings, {});
  const isSeen = landed.every((each) => each.isSeen);
  const { sandbox, allow_network } = beginning.config;
  const wish = { sandbox, allow_network: allow_network && isSeen };
  const isolation = await findIsolation(wish, values.sandbox, repo, await ownPlaces(repo, root, null));
  if (!isolation.ok) return isolation;
  const isForSeen = refusesUnseen(isolation.value, settings);
  for (const sentence of await clearWorktrees(repo)) face.notes(sentence);
  const manifest = stored.kind === "run-all" ? await readManifestBeside(ordersPlace(stored)) : null;
  const by = { verify: values.verify, planned: verifyCommandOf(manifest?.document ?? null) };
  const place = { env, signal, secrets, values, most: jobs };
  return whileLent(repo, isolation.value, place, async (lend): Promise<Result<Measured, Refusal>> => {
    const measured: Measured[] = [];
    const shared = {
      ...{ repo, by, most, jobs, signal, lend },
      env: verifyEnv(values.verify.env),
      parse: createSyntaxParser(),
    };
    for (const each of landed) {
      const progress = (done: number, total: number) => face.progress({ part: each.order.id, done, total });
      const isRefused = isForSeen && !each.isSeen;
      const one = isRefused ? accepted(measuredOf(each, UNSEEN)) : await measureOrder(each, { ...shared, progress });
      if (!one.ok) return one;
      measured.push(one.value);
    }
    return accepted({
      orders: measured.flatMap(({ orders }) => orders),
      survivors: measured.flatMap(({ survivors }) => survivors),
      warnings: measured.flatMap(({ warnings }) => warnings),
    });
  });
};

const UNSEEN = "a model chose its commands, and nothing isolates commands here";
