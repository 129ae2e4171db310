import type { Git } from "./git.ts";

/** Those of some paths that git ignores and does not track. Of paths beyond a link git knows nothing. */
export const ignoredAmong = async (git: Pick<Git, "run">, paths: readonly string[]): Promise<ReadonlySet<string>> => {
  if (paths.length === 0) return new Set();
  const checked = await git.run(["check-ignore", "-z", "--stdin"], { input: `${paths.join("\0")}\0` });
  return new Set(
    checked.stdout
      .toString()
      .split("\0")
      .filter((path) => path !== ""),
  );
};
