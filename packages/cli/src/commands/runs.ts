import { counted, EXIT, type JsonValue } from "@llmch/contract";
import { type ListedRun, listRuns, runsAbove, storedSummaries } from "@llmch/engine/stored";
import { directoryEntries, resolveArtifactsRoot } from "@llmch/store";
import type { CommandContext } from "../command-context.ts";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { runsTable } from "../inspection/runs-table.ts";
import type { RunsOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import type { Terminal } from "../terminal.ts";

/** The most runs shown on a terminal without `--limit`: the newest must not scroll away. */
const LIMIT_ON_SCREEN = 20;

/** `llmch runs`: lists the stored runs, newest first, one per line; with --prune, removes old ones. */
export const runs = async (
  options: RunsOptions,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr">,
): Promise<Outcome> => {
  const { env, cwd, console } = context;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  if (options.artifactsDir !== undefined) {
    const kept = await directoryEntries(root);
    if (!kept.ok) return refused(kept.issues);
  }
  const { olderThan } = options;
  if (options.prune && olderThan !== undefined) {
    const { prune } = await import("../inspection/prune.ts");
    return prune(root, { ...options, olderThan }, context, terminal);
  }
  const isTerminal = console.stdout.isTTY === true && !options.json;
  const limit = options.limit ?? (isTerminal ? LIMIT_ON_SCREEN : Number.POSITIVE_INFINITY);
  const { runs: found, more } = listRuns(storedSummaries(root), { all: options.all, limit });
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    paths: { artifacts: root },
    counts: { runs: found.length, more },
    ...(options.json
      ? { lines: [], extra: { runs: found.map(documented) } }
      : { lines: await linesOf(found, more, root, options, { env, console }) }),
  };
};

const linesOf = async (
  found: readonly ListedRun[],
  more: number,
  root: string,
  options: RunsOptions,
  { env, console }: Pick<CommandContext, "env" | "console">,
): Promise<readonly string[]> => {
  if (found.length === 0) return [[`no runs in ${root}`, runsAbove(root)].filter((part) => part !== null).join("; ")];
  const { isTTY: isTerminal = false, columns } = console.stdout;
  const colors = colorsFor(options, env, isTerminal);
  const width = isTerminal ? (columns ?? null) : null;
  const table = await withMeasure((measure) => runsTable(found, { width, colors, measure }));
  const rest =
    more === 0 || options.limit !== undefined ? [] : [`… and ${counted(more, "older run")}: --limit shows more`];
  return [...table, ...rest.map((line) => colors.dim(line))];
};

const documented = ({ spending, orders, short_id: _, ...run }: ListedRun): JsonValue => ({
  ...run,
  orders: orders === null ? null : { ...orders },
  spending: { ...spending, usage: { ...spending.usage } },
});
