import { beginningsOf, looksLikeSecretFile } from "@llmch/contract";
import type { ToolSettings } from "@llmch/contract/settings";
import { globPattern, isGlob } from "@llmch/text";

/**
 * Decides which files no tool may show: files that the settings deny or do not allow, and files that look like secrets
 * (reliability, S2). A file that the order names is shown anyway, unless the settings deny it.
 * @param named the paths that the order names
 */
export const deniedPaths = (
  { allow_paths, deny_paths }: Pick<ToolSettings, "allow_paths" | "deny_paths">,
  named: readonly string[],
): ((path: string) => boolean) => {
  const isNamed = new Set(named);
  const denied = deny_paths.map(globPattern);
  const allowed = allow_paths?.map(allowing) ?? null;
  return (path) => {
    // Denying a folder denies everything in it.
    if (denied.length > 0 && beginningsOf(path).some((each) => denied.some((fits) => fits(each)))) return true;
    if (isNamed.has(path)) return false;
    return looksLikeSecretFile(path) || (allowed !== null && !allowed.some((fits) => fits(path)));
  };
};

/** A folder's path allows everything in it. */
const allowing = (pattern: string): ((path: string) => boolean) => {
  const fits = globPattern(pattern);
  if (isGlob(pattern)) return fits;
  const folder = `${pattern.replace(/^\.?\/+|\/+$/g, "")}/`;
  return (path) => fits(path) || path.startsWith(folder);
};
