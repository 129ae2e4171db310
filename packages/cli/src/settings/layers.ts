import type { Settings } from "@llmch/contract/settings";
import type { ResolvedSettings } from "./resolved-settings.ts";
import { settingList } from "./setting-list.ts";

/** Values from one place, judged already, by the setting's name. */
export interface Layer {
  readonly values: Readonly<Record<string, unknown>>;
  /** Where a value of it stands, in words. */
  originOf(name: string): string;
}

/** Lays layers over the defaults; later ones win. */
export const layered = (layers: readonly Layer[]): Pick<ResolvedSettings, "values" | "origins"> => {
  const groups: Record<string, Record<string, unknown>> = {};
  const origins: Record<string, string> = {};
  for (const { name, default: fallback } of settingList()) {
    const [group = "", key = ""] = name.split(".");
    const layer = layers.findLast(({ values }) => Object.hasOwn(values, name));
    groups[group] = { ...groups[group], [key]: layer === undefined ? fallback : layer.values[name] };
    if (layer !== undefined) origins[name] = layer.originOf(name);
  }
  // Each value was judged by the kind of its own setting, or is its default.
  return { values: groups as unknown as Settings, origins };
};
