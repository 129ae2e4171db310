import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * The published JSON Schemas (draft 2020-12) by name, made from the zod schemas and the settings of packages/contract.
 * @param {string} root the workspace's root
 * @returns {Promise<Record<string, object>>}
 */
export const publishedSchemas = async (root) => {
  const folder = mkdtempSync(join(root, "node_modules/.llmch-build-"));
  try {
    const outfile = join(folder, "schemas.mjs");
    await build({
      stdin: {
        contents: `import { PUBLISHED_SCHEMAS, publishedSchema } from "./src/schemas/index.ts";
          import { SETTINGS_SCHEMA, settingsSchema } from "./src/settings/files.ts";
          const names = Object.keys(PUBLISHED_SCHEMAS);
          export default {
            ...Object.fromEntries(names.map((name) => [name, publishedSchema(name)])),
            [SETTINGS_SCHEMA]: settingsSchema(),
          };`,
        resolveDir: join(root, "packages/contract"),
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile,
      logLevel: "warning",
    });
    return (await import(pathToFileURL(outfile).href)).default;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
