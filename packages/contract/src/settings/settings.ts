import { AGENT_SETTINGS, TOOL_SETTINGS } from "./agent-settings.ts";
import { APPROVE_SETTING } from "./approve-setting.ts";
import { BUILD_SETTINGS } from "./build-settings.ts";
import { BUDGET_SETTINGS, CATALOGUE_SETTINGS, NETWORK_SETTINGS } from "./common-settings.ts";
import { DESIGN_SETTINGS } from "./design-settings.ts";
import { EXAMINE_SETTINGS } from "./examine-settings.ts";
import { EXECUTOR_SETTINGS } from "./executor-settings.ts";
import { FACTORY_SETTINGS } from "./factory-settings.ts";
import { NOTIFY_SETTINGS } from "./notify-settings.ts";
import { PLANNER_SETTINGS } from "./planner-settings.ts";
import { REVIEW_SETTINGS } from "./review-settings.ts";
import { RUN_SETTINGS } from "./run-settings.ts";
import { SANDBOX_SETTINGS } from "./sandbox-settings.ts";
import { SERVE_SETTINGS } from "./serve-settings.ts";
import type { Setting } from "./setting.ts";
import { SETUP_SETTINGS } from "./setup-settings.ts";
import { TRIAGE_SETTINGS } from "./triage-settings.ts";
import { VERIFY_SETTINGS } from "./verify-settings.ts";
import { WAIT_SETTING } from "./wait-setting.ts";

/** Every setting, by group and name, as in a settings file. */
export const SETTINGS = {
  planner: PLANNER_SETTINGS,
  factory: FACTORY_SETTINGS,
  executors: EXECUTOR_SETTINGS,
  agent: AGENT_SETTINGS,
  tools: TOOL_SETTINGS,
  review: REVIEW_SETTINGS,
  design: DESIGN_SETTINGS,
  triage: TRIAGE_SETTINGS,
  verify: VERIFY_SETTINGS,
  setup: SETUP_SETTINGS,
  sandbox: SANDBOX_SETTINGS,
  run: RUN_SETTINGS,
  build: BUILD_SETTINGS,
  examine: EXAMINE_SETTINGS,
  approve: APPROVE_SETTING,
  budget: BUDGET_SETTINGS,
  wait_for_limit: WAIT_SETTING,
  network: NETWORK_SETTINGS,
  models: CATALOGUE_SETTINGS,
  notify: NOTIFY_SETTINGS,
  serve: SERVE_SETTINGS,
} as const;

/** What each group is about. */
export const GROUPS: Readonly<Record<keyof typeof SETTINGS, string>> = {
  planner: "What `llmch plan` is tuned by.",
  factory: "What `llmch run` and `llmch run-all` are tuned by.",
  executors: "Agents of other makers, by names of your own.",
  agent: "How far a model that works with tools may go; each limit holds for one order.",
  tools: "What a model may do to look around.",
  design: "How the work of a plan is designed before its orders, with `--design`.",
  triage: "How orders are told apart before they are carried out, with `--triage`.",
  review: "Who reviews the work of orders, and what its notes come to.",
  verify: "How to verify a repo whose tree does not tell.",
  setup: "How the worktree of a run gets what its commands depend on.",
  sandbox: "What commands may take of the machine.",
  run: "How orders are carried out.",
  build: "How far `llmch build` plans ahead, and what bounds it.",
  examine: "Who examines the product by checks from its spec alone, and how it is started.",
  approve: "What waits for a person.",
  budget: "What a plan or a run may take, including what it took before it was resumed.",
  wait_for_limit: "How long a usage limit is waited for.",
  network: "How servers are reached.",
  models: "Servers and prices, by names of the user's own.",
  notify: "How you learn that a plan or a run has ended.",
  serve: "What `llmch serve` begins by itself.",
};

type ValuesOf<Group> = { readonly [Name in keyof Group]: Group[Name] extends Setting<infer Value> ? Value : never };

/** The value of every setting. */
export type Settings = {
  readonly [Group in keyof typeof SETTINGS]: (typeof SETTINGS)[Group] extends Setting<infer Value>
    ? Value
    : ValuesOf<(typeof SETTINGS)[Group]>;
};
/** Settings as the user wrote them, by group and name. The values are not yet judged. */
export type SettingsDocument = {
  readonly [Group in keyof Settings]?: { readonly [Name in keyof Settings[Group]]?: unknown };
} & { readonly $schema?: string };
export type PlannerSettings = Settings["planner"];
export type FactorySettings = Settings["factory"];
export type AgentSettings = Settings["agent"];
export type ToolSettings = Settings["tools"];
export type TriageSettings = Settings["triage"];
export type VerifySettings = Settings["verify"];
export type SetupSettings = Settings["setup"];
export type SandboxSettings = Settings["sandbox"];

const defaultsOf = <Group extends Readonly<Record<string, Setting<unknown>>>>(group: Group): ValuesOf<Group> =>
  Object.fromEntries(Object.entries(group).map(([name, { default: value }]) => [name, value])) as ValuesOf<Group>;

export const DEFAULT_SETTINGS: Settings = {
  planner: defaultsOf(PLANNER_SETTINGS),
  factory: defaultsOf(FACTORY_SETTINGS),
  executors: EXECUTOR_SETTINGS.default,
  agent: defaultsOf(AGENT_SETTINGS),
  tools: defaultsOf(TOOL_SETTINGS),
  review: defaultsOf(REVIEW_SETTINGS),
  design: defaultsOf(DESIGN_SETTINGS),
  triage: defaultsOf(TRIAGE_SETTINGS),
  verify: defaultsOf(VERIFY_SETTINGS),
  setup: defaultsOf(SETUP_SETTINGS),
  sandbox: defaultsOf(SANDBOX_SETTINGS),
  run: defaultsOf(RUN_SETTINGS),
  build: defaultsOf(BUILD_SETTINGS),
  examine: defaultsOf(EXAMINE_SETTINGS),
  approve: APPROVE_SETTING.default,
  budget: defaultsOf(BUDGET_SETTINGS),
  wait_for_limit: WAIT_SETTING.default,
  network: defaultsOf(NETWORK_SETTINGS),
  models: defaultsOf(CATALOGUE_SETTINGS),
  notify: defaultsOf(NOTIFY_SETTINGS),
  serve: defaultsOf(SERVE_SETTINGS),
};
