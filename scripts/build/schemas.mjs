import { loadSources } from "./load-sources.mjs";

const SOURCES = `
  export { schemaUri } from "./src/schema-uri.ts";
  import { PUBLISHED_SCHEMAS, publishedSchema } from "./src/schemas/index.ts";
  import { SETTINGS_SCHEMA, settingsSchema } from "./src/settings/files.ts";
  const names = Object.keys(PUBLISHED_SCHEMAS);
  export const schemas = {
    ...Object.fromEntries(names.map((name) => [name, publishedSchema(name)])),
    [SETTINGS_SCHEMA]: settingsSchema(),
  };`;

/**
 * The published JSON Schemas (draft 2020-12) by name, made from the zod schemas and the settings of packages/contract, and the request's,
 * which is made from the operations.
 * @param {string} root the workspace's root
 * @param {object} request the request's schema, without its URI
 * @returns {Promise<Record<string, object>>}
 */
export const publishedSchemas = async (root, request) => {
  const { schemas, schemaUri } = await loadSources(root, SOURCES, "packages/contract");
  const { $schema } = schemas["work-order"];
  return { ...schemas, request: { $schema, $id: schemaUri("request"), ...request } };
};
