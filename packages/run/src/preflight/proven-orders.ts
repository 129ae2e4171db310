import { join } from "node:path";
import { type DoneCommit, pathsThatTell, type ScheduledOrder, whyNotDone } from "@llmch/factory";
import { keptText } from "@llmch/files";
import { checkSeal, isOwnRun, isRunId } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type Environment, isJsonObject, type JsonObject, member, objectMember, readJson, utf8Text } from "@llmch/text";
import { changedFilesOf, contentsAtCommits, type DoneOrder, type Repository } from "@llmch/workspace";

/** Which orders the history proves done, and which it only claims. */
export interface ProvenOrders {
  readonly done: readonly DoneOrder[];
  /** Those of them whose commits no run here says that it made: after a rebase, on another machine, or with copied trailers. */
  readonly unproved: readonly Claim[];
  /** A sentence for each order that is carried out although a commit claims that it is done. */
  readonly doubts: readonly string[];
}

/** A commit that says by its trailers that it carries out an order. */
export interface Claim {
  readonly claim: DoneOrder;
  readonly order: ScheduledOrder["order"];
}

interface Proving {
  /** The files that the repo's own commands make for any order. */
  readonly repoDerives: readonly string[];
  readonly artifactsRoot: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/**
 * Accepts what trailers claim only if the commits prove it, because trailers can be copied. A commit counts if this user's own run made
 * it, according to its record here, or if it changes what the order may change, and contains what the order asks for.
 */
export const provenOrders = async (
  orders: readonly ScheduledOrder[],
  said: readonly DoneOrder[],
  repo: Repository,
  { repoDerives, artifactsRoot, env, signal }: Proving,
): Promise<ProvenOrders> => {
  const saidOf = grouped(said, ({ order, sha256 }) => `${order} ${sha256}`);
  const claims = orders.flatMap(({ order, sha256 }) =>
    (saidOf.get(`${order.id} ${sha256}`) ?? []).map((claim) => ({ claim, order })),
  );
  if (claims.length === 0) return { done: [], unproved: [], doubts: [] };
  const commitOf = await commitReader(repo, claims, said);
  const judged: (Claim & { readonly why: string | null; readonly isDone: boolean })[] = [];
  for (const { claim, order } of claims) {
    const mayBeEmpty = mayHaveBeenEmpty(claim, artifactsRoot);
    const why = whyNotDone(order, commitOf(claim.commit), { repoDerives, mayBeEmpty });
    judged.push({
      claim,
      order,
      why,
      isDone: why === null || (await isRecorded(claim, artifactsRoot, { env, signal })),
    });
  }
  const done = judged.filter(({ isDone }) => isDone);
  const proven = new Set(done.map(({ claim }) => claim.order));
  const doubts = judged.flatMap(({ claim: { order, commit }, why }) =>
    proven.has(order)
      ? []
      : [`${order} is carried out, although the trailers of ${commit.slice(0, 10)} say that it is done: ${why}`],
  );
  const summarized = new Set(done.flatMap(({ claim }) => (isSummarized(claim, artifactsRoot) ? [claim.order] : [])));
  return {
    done: done.map(({ claim }) => claim),
    unproved: done.filter(({ claim }) => !summarized.has(claim.order)),
    doubts,
  };
};

/** A sentence about orders that count as done by commits that no run here made; none if there are none. */
export const unprovedInWords = (orders: readonly string[], isTried: boolean): readonly string[] => {
  const names = [...new Set(orders)].sort();
  if (names.length === 0) return [];
  const listed =
    names.slice(0, MOST_NAMED).join(", ") + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "");
  const [count, made] = names.length === 1 ? ["counts", "a commit"] : ["count", "commits"];
  return [
    `${listed} ${count} as done by ${made} that no run recorded here made: ${isTried ? "their acceptance holds there, and nothing else is verified again" : "nothing verifies that again"}`,
  ];
};

const MOST_NAMED = 5;

/** A look at the summary is enough for a warning: reading every journal would take long. */
const isSummarized = (claim: DoneOrder, root: string): boolean =>
  member(summaryOf(claim.run, root), "commit") === claim.commit;

const mayHaveBeenEmpty = ({ run }: DoneOrder, root: string): boolean =>
  member(objectMember(summaryOf(run, root), "config"), "allow_empty") === true;

/** The summary of an order's run; empty if there is none here. */
export const summaryOf = (run: string, root: string): JsonObject => {
  const summary = isRunId(run) ? readJson(keptText(join(root, "factory", run, "run_summary.json")) ?? "") : null;
  return summary?.ok === true && isJsonObject(summary.value) ? summary.value : {};
};

const commitReader = async (
  repo: Repository,
  claims: readonly { readonly claim: DoneOrder; readonly order: ScheduledOrder["order"] }[],
  said: readonly DoneOrder[],
): Promise<(commit: string) => DoneCommit> => {
  const asked = claims.flatMap(({ claim: { commit }, order }) =>
    pathsThatTell(order).map((path) => ({ commit, path })),
  );
  const [changed, contents] = await Promise.all([
    changedFilesOf(repo.git, [...new Set(claims.map(({ claim }) => claim.commit))]),
    contentsAtCommits(repo.git, asked),
  ]);
  const saidBy = grouped(said, ({ commit }) => commit);
  return (commit) => ({
    changed: changed.get(commit) ?? new Set(),
    isOfOneOrder: saidBy.get(commit)?.length === 1,
    text: fileText(contents, commit),
  });
};

/** Reads texts out of the contents at a commit; null for a file that is not there. One that is not UTF-8 counts as present. */
export const fileText =
  (contents: ReadonlyMap<string, Buffer>, commit: string) =>
  (path: string): string | null => {
    const bytes = contents.get(`${commit}:${path}`);
    return bytes === undefined ? null : (utf8Text(bytes) ?? bytes.toString("latin1"));
  };

const grouped = (
  said: readonly DoneOrder[],
  keyOf: (each: DoneOrder) => string,
): ReadonlyMap<string, readonly DoneOrder[]> => {
  const groups = new Map<string, DoneOrder[]>();
  for (const each of said) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
};

const isRecorded = async (
  { run, commit }: DoneOrder,
  root: string,
  { env, signal }: Pick<Proving, "env" | "signal">,
): Promise<boolean> => {
  if (!isRunId(run)) return false;
  const stored = await readStoredRun(root, "factory", run, signal);
  if (!stored.ok || !(await isOwnRun(env, stored.value))) return false;
  const seal = await checkSeal(stored.value.directory);
  if (seal.kind !== "read" || seal.differences.length + seal.others.length > 0) return false;
  return stored.value.journal.events.some((event) => event.type === "committed" && event.commit === commit);
};
