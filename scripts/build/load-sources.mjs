import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ES_MODULES } from "./for-node.mjs";

/**
 * Loads what a piece of TypeScript exports, bundled with everything that it imports.
 * @param {string} root the workspace's root
 * @param {string} contents the module's text
 * @param {string} from the package whose imports it may use, relative to the root
 * @param {string} place where the bundle lies meanwhile: in a package that names parsers, if they are wanted
 * @returns {Promise<Record<string, any>>}
 */
export const loadSources = async (root, contents, from, place = "node_modules") => {
  const folder = mkdtempSync(join(root, place, ".llmch-build-"));
  try {
    const outfile = join(folder, "sources.mjs");
    const stdin = { contents, resolveDir: join(root, from) };
    await build({ ...ES_MODULES, stdin, outfile, plugins: [NOT_GENERATED_YET] });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** What is generated is made from what is loaded here, so a fresh checkout has none of it; nothing loaded here runs it. */
const NOT_GENERATED_YET = {
  name: "not-generated-yet",
  setup(builder) {
    builder.onResolve({ filter: /\/generated\// }, ({ path, resolveDir }) =>
      existsSync(join(resolveDir, path)) ? undefined : { path, namespace: "empty" },
    );
    builder.onLoad({ filter: /^/, namespace: "empty" }, () => ({ contents: "module.exports = {};" }));
  },
};
