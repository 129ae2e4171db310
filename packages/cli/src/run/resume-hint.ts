import { FINAL_STAGES } from "@llmch/contract";
import { resolveArtifactsRoot } from "@llmch/host";
import type { Surroundings } from "../main.ts";
import type { OrderRun } from "./order-ending.ts";
import type { Prepared } from "./preflight.ts";

/** The command that goes on with a run, as a person would type it. An order that used up its attempts gets more. */
export const resumeCommand = (
  runId: string,
  last: Pick<OrderRun, "verdict" | "brief"> | undefined,
  { artifactsRoot }: Pick<Prepared, "artifactsRoot">,
  { env, cwd }: Pick<Surroundings, "env" | "cwd">,
): string => {
  const isElsewhere = artifactsRoot !== resolveArtifactsRoot(undefined, env, cwd);
  const stage = last?.brief?.stage;
  const isUsedUp = last?.verdict === "FAIL" && stage !== undefined && !FINAL_STAGES.has(stage);
  return [
    `llmch resume ${runId}`,
    ...(isElsewhere ? [`--artifacts-dir ${quoted(artifactsRoot)}`] : []),
    ...(isUsedUp ? ["--max-attempts +2"] : []),
  ].join(" ");
};

/** A path as a shell takes it. */
export const quoted = (path: string): string =>
  /^[\w./:@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
