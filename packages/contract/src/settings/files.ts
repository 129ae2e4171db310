// A separate entry point: the code that judges settings files is loaded only if there is one.
export { nearestName } from "./nearest-name.ts";
export {
  type JudgedSettings,
  judgeSettings,
  MAX_SETTING_FAULTS,
  type SettingFault,
  type SettingPath,
  type SettingsWriter,
} from "./settings-document.ts";
export { SETTINGS_SCHEMA, settingsSchema } from "./settings-schema.ts";
export { holdsKey } from "./written-key.ts";
