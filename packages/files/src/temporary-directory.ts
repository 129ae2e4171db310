import { tmpdir } from "node:os";

/** The place for temporary files in an environment; Node's `tmpdir` only knows the environment of this process. */
export const temporaryDirectory = (env: Readonly<Record<string, string | undefined>>): string => {
  if (process.platform === "win32") return tmpdir();
  const named = env.TMPDIR || env.TMP || env.TEMP || "/tmp";
  return named.length > 1 && named.endsWith("/") ? named.slice(0, -1) : named;
};
