import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

const EXPORTS = { "work-order": "workOrder", proposal: "proposal", exchange: "exchange" };

/**
 * Compiles the schemas that documents are judged by at run time into plain code: compiling them at start costs more
 * than 100 ms.
 * @param {string} root the workspace's root
 * @param {Record<string, object>} schemas
 * @returns {Promise<{ code: string, types: string }>}
 */
export const compileValidators = async (root, schemas) => {
  const require = createRequire(join(root, "packages/contract/package.json"));
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const standalone = require("ajv/dist/standalone").default;
  const ajv = new Ajv2020({ allErrors: true, strict: true, code: { source: true, esm: true } });
  const names = {};
  for (const [name, exported] of Object.entries(EXPORTS)) {
    ajv.addSchema(schemas[name], name);
    names[exported] = name;
  }
  const bundled = await build({
    stdin: { contents: standalone(ajv, names), resolveDir: join(root, "packages/contract") },
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
    logLevel: "warning",
  });
  const types = Object.values(EXPORTS)
    .map(
      (name) =>
        `export declare const ${name}: { (value: unknown): boolean; errors?: readonly { instancePath: string; message?: string; params?: Record<string, unknown> }[] | null };`,
    )
    .join("\n");
  return { code: bundled.outputFiles[0].text, types: `${types}\n` };
};
