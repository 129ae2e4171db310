import { canonicalJson, sha256Hex } from "@llmch/text";
import { changesBetween, type Repository, type TreeChange } from "@llmch/workspace";

/** What an order changes. */
export interface Layer {
  readonly changes: readonly TreeChange[];
  /** Equal changes have equal versions. */
  readonly version: string;
}

/** The layer that turns one tree into another. */
export const layerBetween = async (
  repo: Pick<Repository, "git" | "trees">,
  from: string,
  to: string,
): Promise<Layer> => {
  const changes = await changesBetween(repo, from, to);
  const version = sha256Hex(canonicalJson(changes.map((change) => ({ ...change })))).slice(0, 16);
  return { changes, version };
};
