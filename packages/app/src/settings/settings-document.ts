import { type ResolvedSettings, settingValue } from "@llmch/config";
import { type CompatibleServer, type NamedSetting, settingList } from "@llmch/contract/settings";
import { type Environment, formatRefusal, type JsonObject, type JsonValue } from "@llmch/text";
import { z } from "zod";
import { document } from "../description/members.ts";

const DEFAULT = "default";

/** The setting of that name, those of a section, or all. None if there is no such name. */
export const settingsNamed = (wanted: string | undefined): readonly NamedSetting[] =>
  settingList().filter(({ group, name }) => wanted === undefined || wanted === group || wanted === name);

/** Whether a server's key is set; null if it takes none. */
export const keyState = ({ key_variable: variable }: CompatibleServer, env: Environment): string | null =>
  variable === null ? null : (env[variable] ?? "").trim() === "" ? "not set" : "set";

/** The same for programs: `{"planner.model": {value, origin, default}}`, and the origin of each server and price. */
export const settingsDocument = (
  resolved: ResolvedSettings,
  { env }: { readonly env: Environment },
  wanted: string | undefined,
) => ({
  settings: Object.fromEntries(
    settingsNamed(wanted).map((setting): [string, JsonObject] => {
      const { name } = setting;
      const value = settingValue(resolved.values, setting);
      const origin = resolved.origins[name] ?? DEFAULT;
      const members = setting.kind.parts?.of === "map" ? { origins: memberOrigins(name, resolved.origins) } : {};
      return [name, { value: plain(value), origin, default: plain(setting.default), ...members }];
    }),
  ),
  keys: Object.fromEntries(
    Object.entries(resolved.values.models.compatible).map(([name, server]) => [name, keyState(server, env)]),
  ),
  files: resolved.files.map(({ path, writer, isThere }) => ({ path, written_for: writer, is_there: isThere })),
});

const memberOrigins = (name: string, origins: ResolvedSettings["origins"]): JsonObject =>
  Object.fromEntries(
    Object.entries(origins).flatMap(([full, origin]) =>
      full.startsWith(`${name}.`) ? [[full.slice(name.length + 1), origin]] : [],
    ),
  );

const plain = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value));

/** The settings, as results have them. */
export const settingsSchema = () =>
  z.object({
    settings: document("by name: value, origin, default"),
    keys: document("by server: whether its key is set"),
    files: document("the files that were looked for"),
    verification: z
      .object({
        commands: z.array(z.object({ command: z.string(), from: z.string() })),
        notes: z.array(z.string()).describe("why there is none, or what the commands leave out"),
      })
      .optional()
      .describe("what would run after each order, and where each command comes from"),
    changed: z.boolean().optional().describe("whether a settings file was changed"),
  });

/** Warnings about servers that may not be sent a key. */
export const distrustIn = ({ untrusted }: ResolvedSettings): readonly string[] =>
  Object.values(untrusted).map(formatRefusal);
