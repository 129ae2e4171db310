import type { WindowTold } from "./state.ts";

/** An order of a window, and what became of it. */
export interface OrderTold {
  readonly id: string;
  readonly title: string;
  readonly state: "planned" | "landed" | "failed" | "left";
  /** The commit that it became; null if it did not land. */
  readonly commit: string | null;
  /** The gate that its last attempt ended at, and why it failed; null if it did not. */
  readonly stage: string | null;
  readonly why: string | null;
}

/** The orders of a window, in plan order. */
export const ordersTold = ({ orders, ended }: WindowTold): readonly OrderTold[] =>
  orders.map(({ id, title }) => {
    const commit = ended?.landed.find(({ order }) => order === id)?.commit ?? null;
    const failed = ended?.failed.find(({ order }) => order === id);
    const unfinished = ended === null ? "planned" : "left";
    const state = commit !== null ? "landed" : failed !== undefined ? "failed" : unfinished;
    return { id, title, state, commit, stage: failed?.stage ?? null, why: failed?.why ?? null };
  });
