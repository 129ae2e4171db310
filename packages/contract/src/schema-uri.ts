/** The version of llmch that the schemas belong to: that of its npm package. */
const VERSION = "0.1.0";

/**
 * Where editors find a published schema: as a file of the npm package, from wherever that is served. It is a name first:
 * nothing of llmch ever asks for it.
 */
export const schemaUri = (name: string): string =>
  `https://unpkg.com/llmch@${VERSION}/templates/schemas/${name}.schema.json`;
