import { branchWords } from "@llmch/factory";
import { madeBy } from "@llmch/plan";
import { storedStory } from "@llmch/records";
import { storedRuns } from "@llmch/store";
import { spentTogether } from "@llmch/story";
import { counted, isJsonObject, shellWord, textMember } from "@llmch/text";
import type { PushTarget } from "@llmch/workspace";
import { ordersOf, type PassedRun } from "./passed-run.ts";
import { isSameRepo } from "./pull-request.ts";
import { code, type PullRequestOrder, pullRequestText } from "./pull-request-text.ts";
import type { StackRecord } from "./stack-record.ts";
import { isOpen, type Landed, type Layer, type Listed, layersOf } from "./stack-step.ts";

/** A stack as it stands. */
export interface Stack {
  readonly run: PassedRun;
  readonly record: StackRecord;
  readonly remote: string;
  readonly layers: readonly Layer[];
  /** Why llmch does nothing about it itself; null if it does. */
  readonly why: string | null;
  /** What a layer is to say, beside all of them as they are by then. */
  textOf(layer: Layer, now: readonly Layer[]): Pick<Listed, "title" | "body">;
}

/**
 * The layers of the stack on a run's branch: each commit with orders that its base has not, by its trailers, whichever run made it. Texts
 * come from the records of those runs.
 */
export const readLayers = async (
  run: PassedRun,
  record: StackRecord,
  target: Pick<PushTarget, "remote" | "project"> | null,
  root: string,
): Promise<Pick<Stack, "layers" | "textOf">> => {
  const { story, branch, repo } = run;
  const remote = target?.remote ?? "origin";
  const landed = await landedOn(run, [`refs/remotes/${remote}/${record.base}`, `refs/heads/${record.base}`], root);
  const ordersIn = (layer: Layer) => landed.find(({ runs }) => runs === layer.runs)?.orders ?? [];
  const documents = landed.flatMap(({ orders }) => orders.map(({ document }) => document));
  const source = (await madeBy(documents, root, repo.env))?.config?.source ?? null;
  const isHere = source !== null && isSameRepo(target?.project.configured ?? null, source.url);
  return {
    layers: layersOf(record, landed, branchWords),
    textOf: (layer, now) => {
      const orders = ordersIn(layer);
      const fetching = [`git fetch ${shellWord(remote)} ${shellWord(layer.branch)}`, "git switch --detach FETCH_HEAD"];
      return pullRequestText({
        ...{ runId: story.run_id, branch, orders, overview: [], spec: layer.title, source },
        ...{ strength: undefined, examined: undefined },
        // The first one that is merged would close it.
        isHere: isHere && now.findLast(isOpen)?.number === layer.number,
        spent: spentTogether(orders.flatMap(({ story }) => story?.spending ?? [])),
        stack: { place: placeOf(layer, now), fetching, list: now.map((each) => lineOf(each, layer)) },
      });
    },
  };
};

/** `2/5`: what is merged counts too. */
export const placeOf = ({ number }: Layer, layers: readonly Layer[]): string =>
  `${number}/${Math.max(...layers.map((each) => each.number))}`;

const PLAIN = /^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/pull\/\d+$/;

const lineOf = (layer: Layer, own: Layer): string => {
  const { number, title, url, branch, merged } = layer;
  const where = url === null ? code(branch) : PLAIN.test(url) ? url : code(url);
  const state = merged ? ", merged" : isOpen(layer) ? "" : ", not open";
  return `${number}. ${code(title)}, ${number === own.number ? "**this one**" : where}${state}`;
};

/** The commits with orders of a branch that its base has not, oldest first. */
const landedOn = async (
  { story, branch, repo }: PassedRun,
  bases: readonly string[],
  root: string,
): Promise<readonly (Landed & { readonly orders: readonly PullRequestOrder[] })[]> => {
  const tips = await Promise.all([...bases, story.baseline ?? "HEAD"].map((base) => repo.resolveCommit(base)));
  const from = tips.find((tip) => tip !== null);
  const done = await repo.doneOrders(`${from === undefined ? "" : `${from}..`}refs/heads/${branch}`);
  const known = new Set(storedRuns(root).flatMap(({ kind, runId }) => (kind === "factory" ? [runId] : [])));
  const named = ordersOf(story, root);
  return [...new Set(done.map(({ commit }) => commit))].reverse().map((commit) => {
    const marks = done.filter((each) => each.commit === commit);
    const orders = marks.map(({ order, run, evidence }): PullRequestOrder => {
      const told = known.has(run) ? storedStory(root, { kind: "factory", runId: run }) : null;
      const own = told?.kind === "factory" ? told : null;
      const document = own?.work_order ?? named.find((each) => each.order === order)?.work_order;
      return { order, commit, evidence, story: own, document: isJsonObject(document) ? document : { title: order } };
    });
    const [title = "", ...more] = orders.map(({ document }) => textMember(document, "title") ?? "");
    return {
      ...{ commit, orders, order: orders.map(({ order }) => order).join(", ") },
      runs: marks.map(({ run, order, sha256 }) => run || `${order} ${sha256}`).join(", "),
      title: more.length === 0 ? title : `${title} (and ${counted(more.length, "more order")})`,
    };
  });
};
