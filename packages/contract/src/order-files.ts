import { needsFile } from "./condition.ts";

/** The parts of an order that name files. */
export interface NamedFiles {
  readonly preconditions: readonly FileCondition[];
  readonly postconditions: readonly FileCondition[];
  readonly allowed: readonly string[];
  readonly context: readonly string[];
  /** Files that commands make. */
  readonly derived: readonly string[];
}

interface FileCondition {
  readonly kind: string;
  readonly path: string;
}

/** The files that an order may write, make or remove. */
export const writtenFiles = ({ allowed, derived, postconditions }: NamedFiles): readonly string[] => [
  ...allowed,
  ...derived,
  ...postconditions.filter(({ kind }) => kind !== "file_unchanged").map(({ path }) => path),
];

/** The files that an order removes. */
export const removedFiles = ({ postconditions }: Pick<NamedFiles, "postconditions">): readonly string[] =>
  postconditions.flatMap(({ kind, path }) => (needsFile(kind) ? [] : [path]));

/**
 * The files that an order requires, or shows to the model. An order that requires a file to be absent depends on the order that removes it.
 * @param removed what the orders of the plan remove
 */
export const neededFiles = (
  { preconditions, context }: NamedFiles,
  removed: ReadonlySet<string>,
): readonly string[] => [
  ...preconditions.filter(({ kind, path }) => needsFile(kind) || removed.has(path)).map(({ path }) => path),
  ...context,
];
