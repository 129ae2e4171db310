import { repoPath, type WorkOrder } from "@llmch/contract";

/** What an order does with files, as far as it says so before it is carried out. */
export type OrderScope = Pick<WorkOrder, "allowed_files" | "context_files">;

/**
 * What the orders of a plan do with files. Their prompts show first what stays the same from order to order: the longer the beginning
 * that a prompt shares with the one before it, the more of it a cache serves.
 */
export interface PlanFiles {
  /** True if an order of the plan may write the file. */
  readonly isWritten: (path: string) => boolean;
  /** Sorts files so that the beginning of what is shown stays the same for as many orders as possible. */
  readonly byStability: (a: SizedFile, b: SizedFile) => number;
}

interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Of a file that is written about half stays as it was, up to the first change. */
const OF_A_CHANGE = 0.5;

/** The files of a plan, by its orders in their sequence. */
export const planFiles = (orders: readonly OrderScope[]): PlanFiles => {
  const written = orders.map(({ allowed_files }) => normalised(allowed_files));
  const everWritten = new Set(written.flatMap((paths) => [...paths]));
  const shown = orders.map(({ allowed_files, context_files }) => normalised([...allowed_files, ...context_files]));
  /** How often the file is another one, or in one prompt alone, of all the times that one of two prompts in turn shows it. */
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
  // A small change of a file's size changes nothing of its place.
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
