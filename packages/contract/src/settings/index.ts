// A separate entry point: only code that reads settings loads the code that judges them.
export type { Escalation } from "./escalation-kinds.ts";
export { examinerNamed, NOBODY } from "./examine-settings.ts";
export { chosenExecutor, type Executor, type NamedExecutor, OWN_EXECUTOR } from "./executor-settings.ts";
export type { CompatibleServer, ModelChain, Price } from "./model-kinds.ts";
export { slackAddress } from "./notify-settings.ts";
export { type NamedSetting, settingList, settingNamed, variableOf } from "./setting-list.ts";
export {
  type AgentSettings,
  DEFAULT_SETTINGS,
  type FactorySettings,
  GROUPS,
  type PlannerSettings,
  type SandboxSettings,
  type Settings,
  type SettingsDocument,
  type SetupSettings,
  type ToolSettings,
  type TriageSettings,
  type VerifySettings,
} from "./settings.ts";
export { COMPLEXITIES, type Complexity } from "./triage-settings.ts";
