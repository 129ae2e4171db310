import type { JsonObject, JsonValue } from "@llmch/text";
import { schemaUri } from "../schema-uri.ts";
import type { Setting } from "./setting.ts";
import { isOneSetting } from "./setting-list.ts";
import { GROUPS, SETTINGS } from "./settings.ts";

/** The name of the schema's file in `templates/schemas/`. */
export const SETTINGS_SCHEMA = "llmch-config";

/** The JSON Schema (draft 2020-12) of a settings file, built from the catalogue. */
export const settingsSchema = (): JsonObject => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: schemaUri(SETTINGS_SCHEMA),
  title: "llmch settings",
  description:
    "Settings of llmch, in the repo (llmch.config.json) or of a user. Comments and trailing commas are allowed.",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string", description: "The address of this schema, for editors." },
    ...Object.fromEntries(
      Object.entries(SETTINGS).map(([group, settings]): [string, JsonObject] => [
        group,
        isOneSetting(settings)
          ? settingSchema(settings)
          : groupSchema(GROUPS[group as keyof typeof SETTINGS], settings),
      ]),
    ),
  },
});

const groupSchema = (description: string, settings: Readonly<Record<string, Setting<unknown>>>): JsonObject => ({
  description,
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(settings).map(([name, each]): [string, JsonObject] => [name, settingSchema(each)]),
  ),
});

const settingSchema = ({ kind, about, default: fallback, scope }: Setting<unknown>): JsonObject => {
  const note = scope === "user" ? " Not for the repo's file to say." : "";
  return { description: `${about}${note}`, default: plain(fallback), ...kind.schema };
};

/** Defaults as plain data. A chain of one becomes its single model. */
const plain = (value: unknown): JsonValue => {
  const document: JsonValue = JSON.parse(JSON.stringify(value));
  return Array.isArray(document) && document.length === 1 ? (document[0] ?? null) : document;
};
