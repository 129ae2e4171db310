import { loadSources } from "./load-sources.mjs";

const SOURCES = `
  import { PUBLISHED_SCHEMAS, publishedSchema } from "./src/schemas/index.ts";
  import { SETTINGS_SCHEMA, settingsSchema } from "./src/settings/files.ts";
  const names = Object.keys(PUBLISHED_SCHEMAS);
  export const schemas = {
    ...Object.fromEntries(names.map((name) => [name, publishedSchema(name)])),
    [SETTINGS_SCHEMA]: settingsSchema(),
  };`;

/**
 * The published JSON Schemas (draft 2020-12) by name, made from the zod schemas and the settings of packages/contract.
 * @param {string} root the workspace's root
 * @returns {Promise<Record<string, object>>}
 */
export const publishedSchemas = async (root) => (await loadSources(root, SOURCES, "packages/contract")).schemas;
