import { join } from "node:path";
import type { Context, ResolvedSettings } from "@llmch/config";
import { readSettings } from "@llmch/config/read-settings";
import { jsonText, writeFileAtomic } from "@llmch/files";
import { readOwnObject } from "@llmch/store";
import { accepted, jsonObject, type Refusal, type Result, rejected } from "@llmch/text";

/** What the user has put into the queue by the clock. */
export type Timer = ResolvedSettings["values"]["serve"]["timers"][number];

/** A timer whose times can be told. */
export interface SetTimer extends Timer {
  /** Of all that the settings say of it. */
  readonly sha256: string;
  /** The first time after that one; null if there is none. */
  after(time: Date): Date | null;
}

/** The timers in the user's own settings. */
export const readTimers = async ({
  env,
  cwd,
}: Pick<Context, "env" | "cwd">): Promise<Result<readonly Timer[], Refusal>> => {
  const { values, faults } = await readSettings({ given: {}, repo: null, env, cwd, asksUser: true });
  const [fault, ...more] = faults;
  return fault === undefined ? accepted(values.serve.timers) : rejected(fault, ...more);
};

/** Up to when each timer of a folder is dealt with, by its hash; UTC. */
export type TimerTimes = Readonly<Record<string, string>>;

const fileIn = (data: string): string => join(data, "timers.json");

export const readTimes = (data: string): TimerTimes =>
  Object.fromEntries(
    Object.entries(readOwnObject(fileIn(data)) ?? {}).flatMap(([timer, time]) =>
      typeof time === "string" && !Number.isNaN(Date.parse(time)) ? [[timer, time]] : [],
    ),
  );

export const writeTimes = (data: string, times: TimerTimes): Promise<void> =>
  writeFileAtomic(fileIn(data), jsonText(jsonObject({ ...times })), { mode: 0o600 });
