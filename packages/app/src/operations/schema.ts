import { readdirSync } from "node:fs";
import { join } from "node:path";
import { nearestName } from "@llmch/contract/settings/files";
import { readTextFile } from "@llmch/files";
import { readJson, refusal } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { choice, document, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "schema",
  topic: "Set up",
  sentence: "print the JSON Schema of a document of llmch's, for editors and validators",
  may: "read",
  keyless: true,
  argument: { member: "schema", shown: "[schema]" },
  request: z.strictObject({
    schema: text().optional().describe("such as work-order or llmch-config (default: list them all)"),
    path: choice("print the file's path instead"),
  }),
  result: z.object({
    schemas: z.array(z.string()).optional().describe("the names, if none was given"),
    schema: document("the JSON Schema").optional(),
  }),
  examples: ["schema work-order", "schema work-order --path"],
}));

const FOLDER = "schemas";
const ENDING = ".schema.json";

/** The names of the published schemas, sorted. */
export const schemaNames = (templates: string): readonly string[] =>
  readdirSync(join(templates, FOLDER))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

/** Reads a published JSON Schema as installed with this version, or lists their names. */
export const operate = async (
  { schema: name, path: isPath }: RequestOf<typeof description>,
  { templates }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const names = schemaNames(templates);
  if (name === undefined) return done({ schemas: [...names] }, { lines: names });
  if (!names.includes(name)) {
    const nearest = nearestName(name, names);
    const hint = nearest === null ? "`llmch schema` lists them" : `run \`llmch schema ${nearest}\`, the nearest`;
    return refused([refusal("usage", `there is no schema ${JSON.stringify(name.slice(0, 40))}`, hint)]);
  }
  const path = join(templates, FOLDER, `${name}${ENDING}`);
  if (isPath) return done({}, { paths: { schema: path }, lines: [path] });
  const read = await readTextFile(path);
  if (!read.ok) return refused(read.issues);
  const schema = readJson(read.value);
  const told = schema.ok ? JSON.stringify(schema.value, null, 2) : read.value.trimEnd();
  return done(schema.ok ? { schema: schema.value } : {}, { paths: { schema: path }, lines: [told] });
};
