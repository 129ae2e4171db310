import { join } from "node:path";
import { readTextFile } from "@llmch/files";
import { ANSWERED_SPEC } from "@llmch/planner";
import type { Environment, JsonObject } from "@llmch/text";
import { madeBy } from "./plan-origin.ts";

/** The file in which a plan's run keeps its spec: a spec from standard input is nowhere else. */
export const SPEC_COPY = "spec.txt";

/** The spec that orders were made from, as kept by the run that made them; null if it is missing. */
export const keptSpec = async (
  orders: readonly JsonObject[],
  root: string,
  env: Environment,
): Promise<string | null> => {
  const origin = await madeBy(orders, root, env);
  return origin === null ? null : ((await specIn(origin.directory))?.text ?? null);
};

/** The spec that a run keeps, with its user's answers if there are any. */
export const specIn = async (directory: string): Promise<{ readonly path: string; readonly text: string } | null> => {
  for (const path of [ANSWERED_SPEC, SPEC_COPY].map((name) => join(directory, name))) {
    const text = await readTextFile(path, { links: "none" });
    if (text.ok) return { path, text: text.value };
  }
  return null;
};
