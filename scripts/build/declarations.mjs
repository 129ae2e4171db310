import { readFileSync } from "node:fs";
import { join } from "node:path";
import { typeOfSchema } from "./schema-types.mjs";

const SOURCE = "packages/engine/src/llmch/public.ts";

/** Documents whose types are generated from their schemas, since the sources get them from zod and the settings' catalogue. */
const DOCUMENTS = {
  RunEvent: "event",
  SettingsDocument: "llmch-config",
  WorkOrder: "work-order",
};

/**
 * The library's declarations in one file that imports nothing: the public types as the sources have them, and those of documents.
 * @param {string} root the workspace's root
 * @param {Record<string, object>} schemas the published schemas
 * @returns {string}
 */
export const declarations = (root, schemas) => {
  const text = readFileSync(join(root, SOURCE), "utf8");
  const [head, body] = text.split(/^export type \{ RunEvent, SettingsDocument, WorkOrder \};\n/m);
  if (body === undefined || /^import /m.test(body)) throw new Error(`${SOURCE} does not begin as it should`);
  const foreign = head
    .split("\n")
    .filter((line) => line !== "" && !/^(?:\/\/|import type .* from "@llmch\/contract)/.test(line));
  if (foreign.length > 0) throw new Error(`${SOURCE} may import types of documents alone: ${foreign[0]}`);
  const documents = Object.entries(DOCUMENTS).map(([name, schema]) => {
    const { description } = schemas[schema];
    return `/** ${description} */\nexport type ${name} = ${typeOfSchema(schemas[schema])};\n`;
  });
  return [
    "// Made by the build.",
    body.trim(),
    "/** Makes an instance of llmch. */\nexport declare const createLlmch: CreateLlmch;",
    ...documents.map((each) => each.trim()),
    "",
  ].join("\n\n");
};
