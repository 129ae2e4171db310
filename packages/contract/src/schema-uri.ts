/** The version of llmch that the schemas belong to, the same as that of its npm package. */
const VERSION = "0.1.0";

/**
 * Where editors find a published schema: a file of the npm package, on any server that has it. It is a name first: llmch itself
 * never requests it.
 */
export const schemaUri = (name: string): string =>
  `https://unpkg.com/llmch@${VERSION}/templates/schemas/${name}.schema.json`;
