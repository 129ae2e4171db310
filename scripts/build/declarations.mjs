import { readFileSync } from "node:fs";
import { join } from "node:path";
import { typeOfSchema } from "./schema-types.mjs";

const OUTCOME = "packages/app/src/library-outcome.ts";
const SOURCE = "packages/app/src/library/public.ts";

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
 * @param {string} operations the types of the operations
 * @returns {string}
 */
export const declarations = (root, schemas, operations) => {
  const text = readFileSync(join(root, SOURCE), "utf8");
  const [head, body] = text.split(/^export type \{ Llmch, RunEvent, SettingsDocument \};\n/m);
  if (body === undefined || /^import /m.test(body)) throw new Error(`${SOURCE} does not begin as it should`);
  const foreign = head
    .split("\n")
    .filter(
      (line) =>
        line !== "" && !/^(?:\/\/|import type .* from "(?:@llmch\/(?:contract|text)|\.\.\/generated))/.test(line),
    );
  if (foreign.length > 0) throw new Error(`${SOURCE} may import types of documents alone: ${foreign[0]}`);
  const documents = Object.entries(DOCUMENTS).map(([name, schema]) => {
    const { description } = schemas[schema];
    return `/** ${description} */\nexport type ${name} = ${typeOfSchema(schemas[schema])};\n`;
  });
  return [
    "// Made by the build.",
    body.trim(),
    readFileSync(join(root, OUTCOME), "utf8")
      .replace(/^\/\/.*\n/, "")
      .trim(),
    operations.trim(),
    "/** Makes an instance of llmch. */\nexport declare const createLlmch: CreateLlmch;",
    ...documents.map((each) => each.trim()),
    "",
  ].join("\n\n");
};
