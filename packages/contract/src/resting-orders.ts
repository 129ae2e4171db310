import { commandPaths } from "./command-paths.ts";
import { type NumberSet, numberSet } from "./number-set.ts";
import { type NamedFiles, writtenFiles } from "./order-files.ts";
import { pathWriters } from "./path-writers.ts";
import { normalizePath, spellingFold } from "./repo-path.ts";
import { atOnce, type Steps } from "./steps.ts";

/** What decides on which orders of its plan an order rests. */
export interface OrderParts {
  readonly id: string;
  readonly files: NamedFiles;
  readonly dependsOn: readonly string[];
  /** Those that prove it, and those that make files. */
  readonly commands: readonly string[];
  /** True if it is not verified. */
  readonly isExempt: boolean;
}

/** What matters to every order that comes after whoever writes it. */
export interface SharedFiles {
  /** Files that decide what is installed, such as manifests and lockfiles. */
  readonly barrierFiles: readonly string[];
}

/** Why an order rests on another. */
export type RestingReason =
  | { readonly by: "said" | "command" | "repo" }
  /** A file that the later one names, and whether it writes it. */
  | { readonly by: "path"; readonly path: string; readonly writes: boolean };

/** What an order rests on, by the numbers of orders in their plan. */
export interface Resting {
  /** Those that it rests on itself, each with the first reason that was found; without some that others of them rest on. */
  readonly reasons: ReadonlyMap<number, RestingReason>;
  readonly all: NumberSet;
}

/** What each order of a plan rests on. */
export const restingOrders = (orders: readonly OrderParts[], shared?: SharedFiles): readonly Resting[] =>
  atOnce(restingInSteps(orders, shared));

/** The same in steps. */
export function* restingInSteps(
  orders: readonly OrderParts[],
  shared: SharedFiles = { barrierFiles: [] },
): Steps<readonly Resting[]> {
  const { add, found } = restingOf(orders.length, shared);
  for (const order of orders) {
    yield;
    add(order);
  }
  return found;
}

/** What orders rest on that are added in plan order. */
const restingOf = (count: number, shared: SharedFiles) => {
  const isBarrier = barrierTest(shared);
  const writers = pathWriters();
  const numbers = new Map<string, number>();
  const found: Resting[] = [];
  let barrier: number | undefined;
  const add = ({ id, files, dependsOn, commands, isExempt }: OrderParts): void => {
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
      for (const writer of writers.around(path)) restOn(writer, reason);
    }
    for (const earlier of dependsOn) restOn(numbers.get(earlier), { by: "said" });
    for (const command of new Set(commands))
      for (const writer of writers.meantBy(commandPaths(command))) restOn(writer, { by: "command" });
    restOn(barrier, { by: "repo" });
    found.push({ reasons, all });
    for (const path of written) writers.add(path, number);
    if (!numbers.has(id)) numbers.set(id, number);
    if (isExempt || [...written].some(isBarrier)) barrier = number;
  };
  return { add, found };
};

const namedPaths = ({ preconditions, postconditions, context }: NamedFiles): readonly string[] => [
  ...context,
  ...[...preconditions, ...postconditions].map(({ path }) => path),
];

/** True for a file that every later order rests on. */
const barrierTest = ({ barrierFiles }: SharedFiles): ((path: string) => boolean) => {
  const nameOf = (path: string) => spellingFold(normalizePath(path));
  const barriers = new Set(barrierFiles.map(nameOf));
  return (path) => {
    const name = nameOf(path);
    return barriers.has(name) || GIT_RULES.test(name);
  };
};

/** Files that decide how git treats others, in any folder. */
const GIT_RULES = /(?:^|\/)\.GIT(?:ATTRIBUTES|IGNORE)$/;
