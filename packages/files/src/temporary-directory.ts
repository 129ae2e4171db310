import { tmpdir } from "node:os";

/** Where temporary files belong by an environment; Node's own `tmpdir` knows that of the process alone. */
export const temporaryDirectory = (env: Readonly<Record<string, string | undefined>>): string => {
  if (process.platform === "win32") return tmpdir();
  const named = env.TMPDIR || env.TMP || env.TEMP || "/tmp";
  return named.length > 1 && named.endsWith("/") ? named.slice(0, -1) : named;
};
