// The catalogue of settings, for faces that have flags for them.
export { settingList } from "@llmch/contract/settings";
