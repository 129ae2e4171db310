import { type NamedSetting, type Settings, settingList } from "@llmch/contract/settings";
import type { ResolvedSettings } from "./resolved-settings.ts";

/** Values from one source, already judged, by the setting's name. */
export interface Layer {
  readonly values: Readonly<Record<string, unknown>>;
  /** The place of a value, in words; of a member if the setting has members named by the user. */
  originOf(name: string, member?: string): string;
}

/** Merges layers over the defaults; later ones win, for servers and prices member by member. */
export const layered = (layers: readonly Layer[]): Pick<ResolvedSettings, "values" | "origins"> => {
  const groups: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const setting of settingList()) {
    const { name, group, key, path } = setting;
    const set = layers.filter(({ values }) => Object.hasOwn(values, name));
    const last = set.at(-1);
    if (last !== undefined) origins[name] = last.originOf(name);
    const isMap = setting.kind.parts?.of === "map";
    const value = isMap
      ? mergedMembers(setting, set, origins)
      : last === undefined
        ? setting.default
        : last.values[name];
    groups[group] = path.length === 1 ? value : { ...Object(groups[group]), [key]: value };
  }
  // Each value was judged by its setting's kind, or is the default.
  return { values: groups as unknown as Settings, origins };
};

const mergedMembers = (
  { name, default: fallback }: NamedSetting,
  layers: readonly Layer[],
  origins: Record<string, string>,
): Readonly<Record<string, unknown>> => {
  const members = new Map<string, unknown>(Object.entries(fallback ?? {}));
  for (const layer of layers) {
    for (const [member, value] of Object.entries(layer.values[name] ?? {})) {
      members.set(member, value);
      origins[`${name}.${member}`] = layer.originOf(name, member);
    }
  }
  return Object.fromEntries(members);
};
