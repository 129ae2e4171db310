import { acceptanceOf } from "./acceptance.ts";
import { commandPaths } from "./command-paths.ts";
import { type NamedFiles, writtenFiles } from "./order-files.ts";
import { pathWriters } from "./path-writers.ts";
import { normalizePath, spellingFold } from "./repo-path.ts";
import type { WorkOrder } from "./work-order.ts";

/** An order and all that it rests on, directly or by way of others, in plan order. */
export interface OrderDependencies {
  readonly id: string;
  readonly after: readonly string[];
}

/** What matters to every order that comes after whoever writes it. */
export interface SharedFiles {
  /** Files that decide what is installed, such as manifests and lockfiles. */
  readonly barrierFiles: readonly string[];
}

/**
 * All that each order of a plan rests on, in plan order. An order rests on an earlier one if that one writes, makes or removes a
 * file that it names: as a file that it may write, is shown, requires or makes, or in a command. So it does if it says so, and if
 * the earlier one changes what holds for the whole repo: how git treats files, what is installed, or that it is verified at all.
 *
 * What a later order writes never matters to an earlier one, even if the earlier one reads it: its commands run before.
 */
export const orderDependencies = (
  orders: readonly WorkOrder[],
  shared: SharedFiles = { barrierFiles: [] },
): readonly OrderDependencies[] => {
  const isBarrier = barrierTest(shared);
  const writers = pathWriters();
  const numbers = new Map<string, number>();
  const ids = orders.map(({ id }) => id);
  const closed: Ancestors[] = [];
  let barrier: number | null = null;
  return orders.map((order, number) => {
    const files = namedFiles(order);
    const written = writtenFiles(files);
    const own = ancestors(orders.length);
    const restOn = (earlier: number | null | undefined) => {
      const before = earlier == null ? undefined : closed[earlier];
      if (earlier != null && before !== undefined && !own.has(earlier)) own.add(earlier, before);
    };
    restOn(barrier);
    for (const id of order.depends_on ?? []) restOn(numbers.get(id));
    for (const path of touchedFiles(files, written)) for (const writer of writers.around(path)) restOn(writer);
    for (const command of commandsOf(order))
      for (const writer of writers.meantBy(commandPaths(command))) restOn(writer);
    closed.push(own);
    for (const path of written) writers.add(path, number);
    if (!numbers.has(order.id)) numbers.set(order.id, number);
    if (order.verify_exempt || written.some(isBarrier)) barrier = number;
    return { id: order.id, after: own.among(ids) };
  });
};

const namedFiles = (order: WorkOrder): NamedFiles => ({
  preconditions: order.preconditions,
  postconditions: order.postconditions,
  allowed: order.allowed_files,
  context: order.context_files,
  derived: (order.derive ?? []).flatMap(({ files }) => files),
});

const touchedFiles = (
  { preconditions, postconditions, context }: NamedFiles,
  written: readonly string[],
): ReadonlySet<string> =>
  new Set([...written, ...context, ...[...preconditions, ...postconditions].map(({ path }) => path)]);

const commandsOf = (order: WorkOrder): ReadonlySet<string> =>
  new Set([
    ...acceptanceOf(order).map(({ command }) => command),
    ...(order.derive ?? []).map(({ command }) => command),
  ]);

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

interface Ancestors {
  has(number: number): boolean;
  /** @param before those of the order of that number */
  add(number: number, before: Ancestors): void;
  /** The ids of those in the set, given those of all orders. */
  among(ids: readonly string[]): readonly string[];
  readonly bits: Uint32Array;
}

/** A set of orders by their numbers, a bit each: plans of thousands of orders are joined quickly. */
const ancestors = (count: number): Ancestors => {
  const bits = new Uint32Array(Math.ceil(count / 32));
  const has = (number: number) => ((bits[number >> 5] ?? 0) & (1 << (number & 31))) !== 0;
  return {
    bits,
    has,
    add: (number, before) => {
      for (let at = 0; at <= number >> 5; at++) bits[at] = (bits[at] ?? 0) | (before.bits[at] ?? 0);
      bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31));
    },
    among: (ids) => ids.filter((_, number) => has(number)),
  };
};
