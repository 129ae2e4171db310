import type { ResolvedSettings } from "@llmch/engine/settings";
import type { Invocation } from "../options.ts";
import type { CommandName } from "../outcome.ts";

/** Commands that report faults in settings, or fix them. */
export const TELLS_OF_SETTINGS: ReadonlySet<CommandName> = new Set([
  "config",
  "config set",
  "config unset",
  "init",
  "doctor",
]);

/** Commands that read nothing that could hold a key, and start no other program that could read one. */
export const KEYLESS: ReadonlySet<CommandName> = new Set(["check", "graph", "explain", "schema", "completion"]);

/** The settings of a command: of each that has flags for settings, that runs an order's commands, or that tells of settings. */
export const settingsOf = async (
  invocation: Invocation,
  env: NodeJS.ProcessEnv,
  cwd: string,
  signal: AbortSignal,
): Promise<ResolvedSettings> => {
  const { command, options } = invocation;
  const hasFlags = "given" in options;
  if (!hasFlags && !runsCommands(invocation) && !TELLS_OF_SETTINGS.has(command))
    return KEYLESS.has(command) ? UNREAD : (await import("@llmch/engine/settings")).NO_SETTINGS;
  const { readSettings } = await import("@llmch/engine/read-settings");
  const repo = await settledRepo(invocation, env, cwd, signal);
  return readSettings({ given: hasFlags ? options.given : {}, repo, env, cwd });
};

const runsCommands = ({ command, options }: Invocation): boolean =>
  (command === "check" && options.run) || (command === "audit" && options.sequential);

/** The repo whose settings apply: that of the run or plan which a command continues; null if there is none. */
const settledRepo = async (
  { command, options }: Invocation,
  env: NodeJS.ProcessEnv,
  cwd: string,
  signal: AbortSignal,
): Promise<string | null> => {
  switch (command) {
    case "resume":
      if (options.list) return null;
      return (await import("@llmch/engine/recorded-repo")).recordedRepo(options, env, cwd, signal);
    case "revise":
      return (await import("@llmch/engine/revise")).objectedRepo(options, env, cwd, signal);
    case "plan revise":
      return (await import("@llmch/engine/plan")).plannedRepo(options, { env, cwd });
    case "audit":
      return (await import("@llmch/engine/audit")).auditedRepo(options, env, cwd);
    default:
      return "repo" in options && options.repo ? options.repo : ".";
  }
};

/** The settings of keyless commands: loading the catalogue would take longer than they do. */
const UNREAD: ResolvedSettings = {
  get values(): never {
    throw new Error("settings do not concern this command");
  },
  ...{ origins: {}, files: [], faults: [], untrusted: {}, repoServers: [], doubtedPrices: [] },
};
