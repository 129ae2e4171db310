import { globPattern, looksLikeSecretFile } from "@llmch/contract";
import type { ToolSettings } from "@llmch/contract/settings";

/**
 * Tells which paths no tool may show (issue: secrets), by the settings: what they deny, what they do not allow, and files that look like
 * secrets. A file that the order names is shown unless it is denied by name.
 * @param named paths that the order names
 */
export const deniedPaths = (
  { allow_paths, deny_paths }: Pick<ToolSettings, "allow_paths" | "deny_paths">,
  named: readonly string[],
): ((path: string) => boolean) => {
  const isNamed = new Set(named);
  const denied = deny_paths.map(globPattern);
  const allowed = allow_paths?.map(globPattern) ?? null;
  return (path) => {
    if (denied.some((fits) => fits(path))) return true;
    if (isNamed.has(path)) return false;
    return looksLikeSecretFile(path) || (allowed !== null && !allowed.some((fits) => fits(path)));
  };
};
