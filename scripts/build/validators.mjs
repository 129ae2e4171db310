import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * The modules of validators by file name. Documents from people get every fault reported. Events are distinguished by their `type`, and a
 * separate module keeps commands that read no journal from loading them.
 */
const MODULES = {
  validators: { exported: { "work-order": "workOrder", proposal: "proposal", exchange: "exchange" }, allErrors: true },
  "event-validator": { exported: { event: "event" }, allErrors: false },
  "baseline-validator": { exported: { "baseline-verification": "baselineVerification" }, allErrors: false },
  "review-validator": { exported: { review: "review" }, allErrors: true },
  "design-validator": { exported: { design: "design" }, allErrors: true },
  "build-validator": { exported: { scope: "scope", window: "window", assessment: "assessment" }, allErrors: true },
  "seal-validator": { exported: { seal: "seal" }, allErrors: false },
};

const TYPE =
  "{ (value: unknown): boolean; errors?: readonly { instancePath: string; message?: string; params?: Record<string, unknown> }[] | null }";

/**
 * Compiles the schemas that judge documents at run time into plain code: compiling them at startup costs more than 100 ms.
 * @param {string} root the workspace's root
 * @param {Record<string, object>} schemas
 * @returns {Promise<{ name: string, code: string, types: string }[]>}
 */
export const compileValidators = (root, schemas) => {
  const require = createRequire(join(root, "packages/contract/package.json"));
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const standalone = require("ajv/dist/standalone").default;
  return Promise.all(
    Object.entries(MODULES).map(async ([name, { exported, allErrors }]) => {
      const ajv = new Ajv2020({ allErrors, strict: true, discriminator: true, code: { source: true, esm: true } });
      const names = {};
      for (const [schema, as] of Object.entries(exported)) {
        ajv.addSchema(toldApart(withoutWords(schemas[schema])), schema);
        names[as] = schema;
      }
      const bundled = await build({
        stdin: { contents: standalone(ajv, names), resolveDir: join(root, "packages/contract") },
        bundle: true,
        format: "esm",
        platform: "neutral",
        // Nobody reads it, and every command that judges a document loads it.
        minify: true,
        write: false,
        logLevel: "warning",
      });
      const types = Object.values(exported).map((as) => `export declare const ${as}: ${TYPE};\n`);
      return { name, code: bundled.outputFiles[0].text, types: types.join("") };
    }),
  );
};

/** The schema without the texts for readers, which would end up in the compiled code. */
const withoutWords = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$id" || ((key === "description" || key === "title") && typeof value === "string") ? undefined : value,
  );

/** A union whose members differ in `type` is judged only by the matching member. */
const toldApart = (schema) =>
  schema.oneOf?.every(({ properties }) => properties?.type?.const !== undefined)
    ? { ...schema, type: "object", discriminator: { propertyName: "type" } }
    : schema;
