/** The version of llmch that the schemas belong to, equal to that of its npm package. */
const VERSION = "0.1.0";

/** Where editors find a published schema: the npm package's file on a CDN. It is primarily a name: llmch never requests it. */
export const schemaUri = (name: string): string =>
  `https://unpkg.com/llmch@${VERSION}/templates/schemas/${name}.schema.json`;
