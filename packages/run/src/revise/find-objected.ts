import { dirname } from "node:path";
import type { ReviseOptions } from "@llmch/config";
import type { RunEvent } from "@llmch/contract";
import { orderProgress } from "@llmch/factory";
import { findUnfinished, lastOrdersOf, unfinishedRuns } from "@llmch/records";
import { resolveArtifactsRoot, type StoredRun, storedRuns } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";

type Started = Extract<RunEvent, { readonly type: "order_started" }>;

/** An order's run that ended with an objection or waits with a revision, and the run to resume: itself, or the run-all that it belongs to. */
export interface ObjectedRun {
  readonly whole: StoredRun;
  readonly run: StoredRun;
  readonly started: Started;
}

/** The run named by its id or a prefix of it; else the newest that ended because its model objects to an order. */
export const findObjected = async (
  root: string,
  named: string | undefined,
  signal?: AbortSignal,
): Promise<Result<ObjectedRun, Refusal>> => {
  if (named === undefined) {
    for await (const each of unfinishedRuns(root, signal)) {
      const found = each !== null && "stored" in each && !each.isSuperseded ? await objectedIn(each.stored) : null;
      if (found !== null && isObjected(found)) return accepted(found);
    }
    const message = `no run in ${root} ended because its model objects to an order`;
    const hint = "name the run; runs that are kept elsewhere need --artifacts-dir";
    return rejected(refusal("no-such-run", message, hint));
  }
  const stored = await findUnfinished(root, await wholeOf(root, named), { signal, alone: true });
  if (!stored.ok) return stored;
  const found = await objectedIn(stored.value);
  if (found !== null && isObjected(found)) return accepted(found);
  const { runId } = stored.value;
  const isRevised = found !== null && orderProgress(found.run.journal.events).revised !== null;
  return rejected(
    isRevised
      ? refusal("not-objected", `the order of the run ${runId} was revised`, `continue it: \`llmch resume ${runId}\``)
      : refusal("not-objected", `the run ${runId} did not end with an objection`, `see \`llmch show ${runId}\``),
  );
};

const isObjected = ({ run }: ObjectedRun): boolean => {
  const { objection, proposed } = orderProgress(run.journal.events);
  return objection !== null || proposed !== null;
};

/** The order's run at which a run ended; null if there is none, or if it is another kind of run. */
const objectedIn = async (whole: StoredRun): Promise<ObjectedRun | null> => {
  if (whole.kind === "build") {
    const orders = await lastOrdersOf(dirname(dirname(whole.directory)), whole.journal);
    return orders && objectedIn(orders);
  }
  const run = whole.kind === "run-all" ? await lastOrderRun(whole) : whole;
  const [started] = run?.journal.events ?? [];
  return run === null || started?.type !== "order_started" ? null : { whole, run, started };
};

const lastOrderRun = async ({ directory, journal }: StoredRun): Promise<StoredRun | null> => {
  const last = journal.events.findLast((event) => event.type === "order_run_ended");
  if (last === undefined) return null;
  const run = await readStoredRun(dirname(dirname(directory)), "factory", last.run);
  return run.ok ? run.value : null;
};

/** The id of a run-all's order run stands for the run-all. */
const wholeOf = async (root: string, named: string): Promise<string> => {
  const [only, ...more] = storedRuns(root).filter(({ runId }) => runId.startsWith(named.toUpperCase()));
  if (only === undefined || more.length > 0 || only.kind !== "factory") return named;
  const run = await readStoredRun(root, "factory", only.runId);
  const [started] = run.ok ? run.value.journal.events : [];
  return started?.type === "order_started" ? (started.schedule ?? named) : named;
};

/** The repo of the run whose order will be revised; its settings apply. Null if there is no such run. */
export const objectedRepo = async (
  { run, artifactsDir }: Pick<ReviseOptions, "run" | "artifactsDir">,
  env: Environment,
  cwd: string,
  signal?: AbortSignal,
): Promise<string | null> => {
  const found = await findObjected(resolveArtifactsRoot(artifactsDir, env, cwd), run, signal);
  return found.ok ? found.value.started.config.repo : null;
};
