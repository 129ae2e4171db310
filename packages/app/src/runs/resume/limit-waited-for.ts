import { basename, dirname } from "node:path";
import type { Need } from "@llmch/contract";
import { isQueue } from "@llmch/records";
import type { Outcome } from "../../outcome.ts";

/**
 * When the usage limit ends that is all that a run waits for, and the request that goes on with it then. Null if a person has to decide,
 * or if a queue goes on with it: then no process is held meanwhile (contract §11).
 */
export const limitWaitedFor = ({ result, paths = {} }: Pick<Outcome, "result" | "paths">) => {
  const { needs = [] }: { readonly needs?: readonly Pick<Need, "kind" | "until">[] } = Object(result);
  const ends = needs.flatMap(({ kind, until }) => (kind === "limit" && until !== undefined ? [until] : []));
  const directory = paths.schedule ?? paths.artifacts ?? "";
  const artifactsDir = dirname(dirname(directory));
  const [until] = ends.sort().reverse();
  if (until === undefined || ends.length < needs.length || isQueue(artifactsDir)) return null;
  return { until: new Date(until), request: { run: basename(directory), artifactsDir } };
};
