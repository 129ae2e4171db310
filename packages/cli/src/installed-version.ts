import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The version of the package and, if it was built in a checkout, the commit and whether that had changes: `0.1.0+1a2b3c4d5e-dirty`. For
 * records and reports; never part of anything that is hashed.
 * @param packageRoot the folder of the package
 */
export const installedVersion = (packageRoot: string): string => {
  const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string };
  const revision = join(packageRoot, "dist/revision");
  return existsSync(revision) ? `${version}+${readFileSync(revision, "utf8").trim()}` : version;
};
