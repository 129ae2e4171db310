// A door of its own: what judges settings is loaded where they are read.
export type { Kind } from "./kind.ts";
export type { CompatibleServer, ModelChain, Price } from "./model-kinds.ts";
export type { Setting } from "./setting.ts";
export { type NamedSetting, settingList, settingNamed, variableOf } from "./setting-list.ts";
export {
  DEFAULT_SETTINGS,
  type FactorySettings,
  GROUPS,
  type NetworkSettings,
  type PlannerSettings,
  SETTINGS,
  type Settings,
  type SettingsDocument,
  type SetupSettings,
  type VerifySettings,
} from "./settings.ts";
