export { commentedJson, comments } from "./commented-json.ts";
export { fileLayer } from "./file-layer.ts";
export { beyondLimits } from "./limits-of-files.ts";
export { misspeltVariables } from "./misspelt-variables.ts";
export { withModelFiles } from "./model-files.ts";
export { nameOfFile, REPO_FILE } from "./places.ts";
export { NO_SETTINGS, type ResolvedSettings } from "./resolved-settings.ts";
export { settingValue } from "./setting-value.ts";
