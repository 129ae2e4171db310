import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { readJsonFile } from "./scene.ts";

const { Ajv2020 } = createRequire(new URL("../../contract/package.json", import.meta.url))("ajv/dist/2020.js");
const ajv = new Ajv2020({ strict: false, allErrors: true });
const TEMPLATES = fileURLToPath(new URL("../../../templates/schemas", import.meta.url));
for (const file of readdirSync(TEMPLATES)) ajv.addSchema(readJsonFile(TEMPLATES, file), file.split(".")[0]);

/** What a published schema says against a document. */
export const schemaFaults = (schema: string, document: unknown): readonly unknown[] =>
  ajv.validate(schema, document) ? [] : ajv.errors;
