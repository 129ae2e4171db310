import { accepted, type Refusal, refusal, rejected, type Verdict } from "@llmch/contract";
import type { GivenSettings } from "../options.ts";
import { type Layer, layered } from "./layers.ts";
import type { ResolvedSettings } from "./resolved-settings.ts";
import { settingList, variableOf } from "./setting-list.ts";

export interface SettingsPlace {
  /** What flags say. */
  readonly given: GivenSettings;
  /** A folder of the target repo, relative to `cwd`. */
  readonly repo: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Reads what holds for a command: defaults, environment, flags; later wins. */
export const readSettings = async ({ given, env }: SettingsPlace): Promise<Verdict<ResolvedSettings, Refusal>> => {
  const variables = environmentLayer(env);
  if (!variables.ok) return variables;
  const flags: Layer = {
    values: given,
    originOf: (name) => settingList().find((each) => each.name === name)?.flag ?? name,
  };
  return accepted({ ...layered([variables.value, flags]), files: [] });
};

const environmentLayer = (env: SettingsPlace["env"]): Verdict<Layer, Refusal> => {
  const values: Record<string, unknown> = {};
  for (const setting of settingList()) {
    const variable = variableOf(setting);
    const text = env[variable]?.trim() ?? "";
    if (text === "") continue;
    const value = setting.kind.fromText(text);
    if (!value.ok) {
      return rejected(refusal("bad-settings", `${variable} must be ${value.issues[0]}`, "set it to one, or unset it"));
    }
    values[setting.name] = value.value;
  }
  return accepted({ values, originOf: (name) => variableOf(settingList().find((each) => each.name === name) ?? name) });
};
