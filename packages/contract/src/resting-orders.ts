import { commandPaths } from "./command-paths.ts";
import { type NumberSet, numberSet } from "./number-set.ts";
import { type NamedFiles, writtenFiles } from "./order-files.ts";
import { pathWriters } from "./path-writers.ts";
import { normalizePath, spellingFold } from "./repo-path.ts";

/** The parts that decide which orders of its plan an order depends on. */
export interface OrderParts {
  readonly id: string;
  readonly files: NamedFiles;
  readonly dependsOn: readonly string[];
  /** Commands that prove the order, and commands that make files. */
  readonly commands: readonly string[];
  /** Files in which it ticks boxes when it lands: it rests on nobody for that, and whoever names one rests on it. */
  readonly ticked?: readonly string[];
  /** True if the order is not verified. */
  readonly isExempt: boolean;
}

/** Files that affect all orders after one that writes them. */
export interface SharedFiles {
  /** Files that decide what is installed, such as manifests and lockfiles. */
  readonly barrierFiles: readonly string[];
}

/** Why an order depends on another. */
export type RestingReason =
  | { readonly by: "said" | "command" | "repo" }
  /** A file that the later order names, and whether it writes the file. */
  | { readonly by: "path"; readonly path: string; readonly writes: boolean };

/** What an order depends on, by the orders' numbers in the plan. */
export interface Resting {
  /** Direct dependencies, each with the first reason that was found; without some that the others imply. */
  readonly reasons: ReadonlyMap<number, RestingReason>;
  readonly all: NumberSet;
}

/** What each order of a plan depends on. */
export const restingOrders = (
  orders: readonly OrderParts[],
  shared: SharedFiles = { barrierFiles: [] },
): readonly Resting[] => {
  const { add, found } = restingOf(orders.length, shared);
  for (const order of orders) add(order);
  return found;
};

/** Collects dependencies as orders are added in plan order. */
const restingOf = (count: number, shared: SharedFiles) => {
  const isBarrier = barrierTest(shared);
  const writers = pathWriters();
  const numbers = new Map<string, number>();
  const found: Resting[] = [];
  let barrier: number | undefined;
  const tickers = new Map<string, number[]>();
  const add = ({ id, files, dependsOn, commands, ticked = [], isExempt }: OrderParts): void => {
    const number = found.length;
    const reasons = new Map<number, RestingReason>();
    const all = numberSet(count);
    const restOn = (earlier: number | undefined, reason: RestingReason) => {
      const before = earlier === undefined ? undefined : found[earlier];
      if (earlier === undefined || before === undefined || all.has(earlier)) return;
      reasons.set(earlier, reason);
      all.add(earlier);
      all.addAll(before.all);
    };
    const written = new Set(writtenFiles(files));
    for (const path of new Set([...namedPaths(files), ...written])) {
      const reason = { by: "path", path, writes: written.has(path) } as const;
      for (const writer of [...writers.around(path), ...(tickers.get(nameOf(path)) ?? [])]) restOn(writer, reason);
    }
    for (const earlier of dependsOn) restOn(numbers.get(earlier), { by: "said" });
    for (const command of new Set(commands))
      for (const writer of writers.meantBy(commandPaths(command))) restOn(writer, { by: "command" });
    restOn(barrier, { by: "repo" });
    found.push({ reasons, all });
    for (const path of written) writers.add(path, number);
    for (const path of new Set(ticked.map(nameOf))) tickers.set(path, [...(tickers.get(path) ?? []), number]);
    if (!numbers.has(id)) numbers.set(id, number);
    if (isExempt || [...written].some(isBarrier)) barrier = number;
  };
  return { add, found };
};

const namedPaths = ({ preconditions, postconditions, context }: NamedFiles): readonly string[] => [
  ...context,
  ...[...preconditions, ...postconditions].map(({ path }) => path),
];

/** One name for all spellings that some file system treats alike. */
const nameOf = (path: string): string => spellingFold(normalizePath(path));

/** Returns a test for files that every later order depends on. */
const barrierTest = ({ barrierFiles }: SharedFiles): ((path: string) => boolean) => {
  const barriers = new Set(barrierFiles.map(nameOf));
  return (path) => {
    const name = nameOf(path);
    return barriers.has(name) || GIT_RULES.test(name);
  };
};

/** Files in any folder that decide how git treats others. */
const GIT_RULES = /(?:^|\/)\.GIT(?:ATTRIBUTES|IGNORE)$/;
