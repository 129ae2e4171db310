import type { ConfigEntry } from "./configuration.ts";
import type { Git } from "./git.ts";
import { filterNames } from "./neutral-settings.ts";

/** The paths that a configured filter would change, by the attributes in the checkout. */
export const activeFilters = async (git: Git, paths: readonly string[], entries: readonly ConfigEntry[]) => {
  const configured = new Set(filterNames(entries));
  if (paths.length === 0 || configured.size === 0) return [];
  const checked = await git.run(["check-attr", "-z", "--stdin", "filter"], { input: `${paths.join("\0")}\0` });
  if (checked.exitCode !== 0) throw new Error(`git check-attr failed: ${checked.stderr}`);
  const fields = checked.stdout.toString().split("\0");
  const found: { path: string; filter: string }[] = [];
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const filter = fields[index + 2] ?? "";
    if (configured.has(filter)) found.push({ path: fields[index] ?? "", filter });
  }
  return found;
};
