import { join } from "node:path";
import type { Environment, JsonObject } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
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
  const text = origin === null ? null : await readTextFile(join(origin.directory, SPEC_COPY), { links: "none" });
  return text?.ok === true ? text.value : null;
};
