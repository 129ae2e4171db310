import { dirname, resolve } from "node:path";
import { newRunId } from "@llmch/host";
import type { Context } from "../main.ts";
import type { RunOptions } from "../options.ts";
import { loadOrderFile } from "../orders/load-orders.ts";
import { type Outcome, refused } from "../outcome.ts";
import { newTask } from "../run/execution.ts";
import { runConfig } from "../run/run-config.ts";
import { runSingle } from "../run/single.ts";
import { whilePrepared } from "../run/while-prepared.ts";

/** `llmch run`: carries one work order out, to one commit or none (contract §5). */
export const run = async (options: RunOptions, context: Context): Promise<Outcome> => {
  const file = resolve(context.cwd, options.workOrder);
  const loaded = await loadOrderFile(file);
  if (!loaded.ok) return refused(loaded.issues);
  const runId = newRunId();
  const request = { orders: [loaded.value], ordersDirectory: dirname(file), options, runId, skipDone: false };
  const config = runConfig(options, context.settings.values, file, context.cwd);
  const task = newTask(loaded.value, runId);
  return whilePrepared(request, context, (prepared) => runSingle("run", task, prepared, config, context));
};
