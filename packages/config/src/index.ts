export { serverWithKey, withCommandKeys } from "./command-keys.ts";
export type { Context, GoesOn, RunAsked } from "./context.ts";
export type { RunObserver } from "./observer.ts";
export { factoryConflict, strictnessConflict } from "./option-conflicts.ts";
export type {
  AskOptions,
  AttemptLimit,
  FactoryOptions,
  GivenSettings,
  PlanOptions,
  PlanRevisionOptions,
  ReviseOptions,
  Steering,
} from "./options.ts";
export { keepingKeys } from "./own-secrets.ts";
export { fileLayer } from "./settings/file-layer.ts";
export { beyondLimits } from "./settings/limits-of-files.ts";
export { misspeltVariables } from "./settings/misspelt-variables.ts";
export { withModelFiles } from "./settings/model-files.ts";
export { nameOfFile, REPO_FILE, userFile } from "./settings/places.ts";
export { readSettings } from "./settings/read-settings.ts";
export { recordedSettings, settingsToGoOn } from "./settings/recorded-settings.ts";
export type { ResolvedSettings } from "./settings/resolved-settings.ts";
export { settingValue } from "./settings/setting-value.ts";
export { distrusted, isTrustedHost, modelsOf, serverOf } from "./settings/trust.ts";
export { writeSetting } from "./settings/write-setting.ts";
export { type JsonText, jsonText } from "./text/json-text.ts";
export type { Place, PlanSource, SourceText } from "./text/place.ts";
