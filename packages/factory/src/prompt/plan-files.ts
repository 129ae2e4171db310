import { repoPath } from "@llmch/contract";
import type { OrderScope } from "../job/order-job.ts";

/**
 * How the orders of a plan use files. Prompts show first what stays the same from order to order: the longer the prefix that a
 * prompt shares with the previous one, the more of it a cache can serve.
 */
export interface PlanFiles {
  /** True if an order of the plan may write the file. */
  readonly isWritten: (path: string) => boolean;
  /** Sorts files so that the beginning of the prompt stays the same for as many orders as possible. */
  readonly byStability: (a: SizedFile, b: SizedFile) => number;
}

interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

/** If a file is written, about half of it stays the same, up to the first change. */
const OF_A_CHANGE = 0.5;

/** The file usage of a plan, from its orders in sequence. */
export const planFiles = (orders: readonly OrderScope[]): PlanFiles => {
  const written = orders.map(({ allowed_files }) => normalised(allowed_files));
  const everWritten = new Set(written.flatMap((paths) => [...paths]));
  const shown = orders.map(({ allowed_files, context_files }) => normalised([...allowed_files, ...context_files]));
  /** Of all pairs of consecutive prompts that show the file, the share in which it changes, or only one prompt shows it. */
  const changes = (path: string): number => {
    let [shows, breaks] = [0, 0];
    for (let index = 1; index < orders.length; index++) {
      const [before, now] = [shown[index - 1]?.has(path), shown[index]?.has(path)];
      if (before !== now) breaks += 1;
      else if (now === true && written[index - 1]?.has(path)) breaks += OF_A_CHANGE;
      if (before === true || now === true) shows += 1;
    }
    return shows === 0 ? 1 : breaks / shows;
  };
  // Sizes are rounded, so a small change in size does not move the file.
  const gain = ({ path, bytes }: SizedFile) =>
    (2 ** Math.round(Math.log2(bytes + 1)) * (1 - changes(path))) / changes(path);
  return {
    isWritten: (path) => everWritten.has(path),
    byStability: (a, b) => {
      const [one, other] = [gain(a), gain(b)];
      return one === other ? (a.path < b.path ? -1 : 1) : other - one;
    },
  };
};

const normalised = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => repoPath(path) ?? []));
