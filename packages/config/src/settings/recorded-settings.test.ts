import { DEFAULT_SETTINGS, type Executor, type Settings } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { recordedSettings, settingsToGoOn } from "./recorded-settings.ts";

const agent = (command: string): Executor => ({
  ...{
    protocol: "command",
    mode: null,
    authenticate: null,
    command: [command],
    in_sandbox: [],
    env: [],
    network: false,
    folders: [],
    minutes: 1,
    quiet_minutes: 3,
  },
});

const settingsWith = (executor: Settings["factory"]["executor"]): Settings => ({
  ...DEFAULT_SETTINGS,
  executors: { mine: agent("mine") },
  factory: { ...DEFAULT_SETTINGS.factory, executor },
});

/** What a run that was recorded with one choice goes on with, under the settings of another day. */
const goneOn = (before: Settings, today: Settings) => {
  const settings = recordedSettings(before);
  expect(JSON.stringify(settings)).not.toContain("command");
  return (given: Readonly<Record<string, unknown>> = {}) =>
    settingsToGoOn({ settings }, { values: today, origins: {} }, given).factory.executor;
};

test("a record names an agent, and its command comes from today's settings", () => {
  const named = goneOn(settingsWith("mine"), settingsWith(null));
  expect(named()).toBe("mine");
  expect(named({ "factory.executor": null })).toBe(null);
  expect(goneOn(settingsWith(agent("then")), settingsWith(agent("now")))()).toEqual(agent("now"));
  expect(goneOn(settingsWith(agent("then")), settingsWith(null))()).toBe("own");
  expect(goneOn(settingsWith(null), settingsWith("mine"))()).toBe(null);
});
