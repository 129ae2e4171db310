import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ES_MODULES } from "./for-node.mjs";

/**
 * Loads what a piece of TypeScript exports, bundled with everything that it imports.
 * @param {string} root the workspace's root
 * @param {string} contents the module's text
 * @param {string} from the package whose imports it may use, relative to the root
 * @returns {Promise<Record<string, any>>}
 */
export const loadSources = async (root, contents, from) => {
  const folder = mkdtempSync(join(root, "node_modules/.llmch-build-"));
  try {
    const outfile = join(folder, "sources.mjs");
    await build({ ...ES_MODULES, stdin: { contents, resolveDir: join(root, from) }, outfile });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
