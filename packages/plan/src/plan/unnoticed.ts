import { orderSha256 } from "@llmch/contract";
import { readOwnObject, storedRuns, strengthFile } from "@llmch/store";
import { type Environment, type JsonObject, objectsMember, textMember } from "@llmch/text";
import { openRepository } from "@llmch/workspace";

/** More would drown the rest of the prompt. */
const MOST = 10;

/**
 * Faults in what a plan's orders have committed that none of their checks noticed, as `llmch strength` recorded them, those of whole files
 * first. None of orders that have changed since.
 */
export const unnoticedFaults = async (
  orders: readonly JsonObject[],
  repo: string | null,
  root: string,
  env: Environment,
): Promise<readonly JsonObject[]> => {
  const measured = storedRuns(root)
    .map(({ runId }) => readOwnObject(strengthFile(root, runId)))
    .filter((record) => record !== null);
  const opened = repo === null || measured.length === 0 ? null : await openRepository(repo, env);
  if (opened?.ok !== true || (await opened.value.head()).commit === null) return [];
  const hashes = new Set(orders.map(orderSha256));
  const landed = await opened.value.doneOrders("--all");
  const commits = new Set(landed.flatMap(({ sha256, commit }) => (hashes.has(sha256) ? [commit] : [])));
  const found = measured.flatMap((record) => {
    const own = objectsMember(record, "orders").filter((each) => commits.has(textMember(each, "commit") ?? ""));
    const ids = new Set(own.map((each) => textMember(each, "order")));
    return objectsMember(record, "survivors").filter((each) => ids.has(textMember(each, "order")));
  });
  return found
    .toSorted((a, b) => Number(a.line !== null) - Number(b.line !== null))
    .slice(0, MOST)
    .map(({ order = null, path = null, line = null, before = null, after = null }) => ({
      ...{ order, path, line, before, after },
    }));
};
