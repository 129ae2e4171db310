import { resolve } from "node:path";
import { serverPreset } from "@llmch/contract";
import { settingList } from "@llmch/contract/settings";
import type { SettingFault, SettingsWriter } from "@llmch/contract/settings/files";
import { isInside, realLocation } from "@llmch/files";
import { isSeenByCommands } from "@llmch/process";
import { modelFile } from "./model-files.ts";

/**
 * What a settings file may not contain although it is of the right kind: a key in a variable that commands see and, in the repo's own
 * file, a model file outside the repo, a command that prints a key, or another server under a well-known name.
 * @param values judged, by the setting's name
 * @param folder the file's folder
 */
export const beyondLimits = (
  values: Readonly<Record<string, unknown>>,
  writer: SettingsWriter,
  folder: string,
): readonly SettingFault[] => [
  ...seenVariables(values),
  ...(writer === "repo" ? MODEL_SETTINGS.flatMap((name) => filesOutside(name, values[name], folder)) : []),
  ...(writer === "repo" ? [...keyCommands(values), ...renamedPresets(values)] : []),
];

/** The settings that name one or more models. */
const MODEL_SETTINGS: readonly string[] = settingList().flatMap(({ name, kind }) =>
  kind.namesModels === true ? [name] : [],
);

/** Servers whose key would be in a variable that commands can see. */
export const seenVariables = (values: Readonly<Record<string, unknown>>): readonly SettingFault[] =>
  Object.entries(values["models.compatible"] ?? {}).flatMap(([server, said]) => seenVariable(server, said));

/** A repo would name a program that runs as the user. */
const keyCommands = (values: Readonly<Record<string, unknown>>): readonly SettingFault[] =>
  Object.entries(values["models.compatible"] ?? {}).flatMap(([server, { key_command: command }]) =>
    command === null
      ? []
      : [
          {
            ...{ path: ["models", "compatible", server, "key_command"], at: "value" },
            message: "a repo's own file may not name a command that prints a key",
            hint: "name it in your own settings file, for a server of this name",
          },
        ],
  );

/** A prompt to `groq:MODEL` would go elsewhere than its user reads. */
const renamedPresets = (values: Readonly<Record<string, unknown>>): readonly SettingFault[] =>
  Object.keys(values["models.compatible"] ?? {}).flatMap((server) =>
    serverPreset(server) === null
      ? []
      : [
          {
            ...{ path: ["models", "compatible", server], at: "name" },
            message: `a repo's own file may not say where ${server} is, which llmch knows`,
            hint: "give the server another name, or set it in your own settings file",
          },
        ],
  );

const seenVariable = (
  server: string,
  { key_variable: variable }: { readonly key_variable?: unknown },
): SettingFault[] => {
  if (typeof variable !== "string") return [];
  if (!isSeenByCommands(variable) && !/^(?:GIT|LLMCH)_/.test(variable)) return [];
  const message = `commands, git and llmch itself are given ${variable}, so it cannot hold a key`;
  return [
    { path: ["models", "compatible", server, "key_variable"], at: "value", message, hint: "name another variable" },
  ];
};

const filesOutside = (name: string, value: unknown, folder: string): SettingFault[] =>
  (Array.isArray(value) ? value : [value]).flatMap((model, index): SettingFault[] => {
    const file = typeof model === "string" ? modelFile(model) : null;
    if (file === null || isInside(folder, realLocation(resolve(folder, file)))) return [];
    const message = `${name} names a file outside the repo, which a repo's own file may not`;
    const hint = "name one in the repo, or name it in your own settings file";
    return [{ path: [...name.split("."), ...(Array.isArray(value) ? [index] : [])], at: "value", message, hint }];
  });
