import { type Environment, type Refusal, refusal } from "@llmch/contract";
import { settingList, settingNamed, variableOf } from "@llmch/contract/settings";
import type { Layer } from "./layers.ts";
import { seenVariables } from "./limits-of-files.ts";
import { withModelFiles } from "./model-files.ts";

/** The settings in variables, and what is wrong with them. */
export const environmentLayer = (
  env: Environment,
  cwd: string,
): { readonly layer: Layer; readonly faults: readonly Refusal[] } => {
  const values: Record<string, unknown> = {};
  const faults = new Map<string, Refusal>();
  for (const setting of settingList()) {
    const variable = variableOf(setting);
    const text = env[variable]?.trim() ?? "";
    if (text === "") continue;
    const value = setting.kind.fromText(text);
    if (value.ok) values[setting.name] = value.value;
    else {
      faults.set(
        variable,
        refusal("bad-settings", `${variable} must be ${value.issues[0]}`, "set it to one, or unset it"),
      );
    }
  }
  for (const { message, hint } of seenVariables(values)) faults.set(message, refusal("bad-settings", message, hint));
  const originOf = (name: string): string => {
    const setting = settingNamed(name);
    return setting === undefined ? name : variableOf(setting);
  };
  return { layer: { values: withModelFiles(values, cwd), originOf }, faults: [...faults.values()] };
};
