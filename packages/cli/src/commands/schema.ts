import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readJson, refusal } from "@llmch/contract";
import { nearestName } from "@llmch/contract/settings/files";
import { readTextFile } from "@llmch/files";
import type { CommandContext } from "../command-context.ts";
import type { SchemaOptions } from "../options.ts";
import { type Outcome, refused, told } from "../outcome.ts";

const FOLDER = "schemas";
const ENDING = ".schema.json";

/** The names of the published schemas, sorted. */
export const schemaNames = (templates: string): readonly string[] =>
  readdirSync(join(templates, FOLDER))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

/** `llmch schema`: prints a published JSON Schema as installed with this version, or lists their names. */
export const schema = async (options: SchemaOptions, { templates }: CommandContext): Promise<Outcome> => {
  const names = schemaNames(templates);
  if (options.name === undefined) return told(names, { schemas: [...names] });
  const { name } = options;
  if (!names.includes(name)) {
    const nearest = nearestName(name, names);
    const hint = nearest === null ? "`llmch schema` lists them" : `run \`llmch schema ${nearest}\`, the nearest`;
    return refused([refusal("usage", `there is no schema ${JSON.stringify(name.slice(0, 40))}`, hint)]);
  }
  const path = join(templates, FOLDER, `${name}${ENDING}`);
  if (options.path) return { ...told([path], {}), paths: { schema: path } };
  const text = await readTextFile(path);
  if (!text.ok) return refused(text.issues);
  const document = readJson(text.value);
  return { ...told([text.value.trimEnd()], document.ok ? { schema: document.value } : {}), paths: { schema: path } };
};
