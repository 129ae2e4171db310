import { resolve } from "node:path";
import { newRunId } from "@llmch/host";
import type { Context } from "../main.ts";
import type { RunAllOptions } from "../options.ts";
import { loadOrderDirectory } from "../orders/load-orders.ts";
import { type Outcome, refused } from "../outcome.ts";
import { newTask } from "../run/execution.ts";
import { runConfig } from "../run/run-config.ts";
import { runSchedule } from "../run/schedule.ts";
import { whilePrepared } from "../run/while-prepared.ts";

/** `llmch run-all`: carries out every order of a directory on one branch, until one fails (contract §1). */
export const runAll = async (options: RunAllOptions, context: Context): Promise<Outcome> => {
  const directory = resolve(context.cwd, options.workdir);
  const loaded = await loadOrderDirectory(directory);
  if (!loaded.ok) return refused(loaded.issues);
  const runId = newRunId();
  const request = { orders: loaded.value, ordersDirectory: directory, options, runId, skipDone: true };
  const config = runConfig(options, context.settings.values, directory, context.cwd);
  return whilePrepared(request, context, (prepared) => {
    const tasks = prepared.pending.map((pending) => newTask(pending));
    return runSchedule({ command: "run-all", runId, orders: loaded.value, tasks, config }, prepared, context);
  });
};
