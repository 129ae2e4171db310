import type { Environment } from "@llmch/contract";
/** The place for temporary files in an environment; Node's `tmpdir` only knows the environment of this process. */
export const temporaryDirectory = (env: Environment): string => {
  const named = env.TMPDIR || env.TMP || env.TEMP || "/tmp";
  return named.length > 1 && named.endsWith("/") ? named.slice(0, -1) : named;
};
