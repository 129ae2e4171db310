import type { Keys } from "@llmch/app";
import type { Starter } from "@llmch/app/detached";
import type { Environment } from "@llmch/text";
import type { Database } from "../database/open-database.ts";
import type { Weather } from "../database/weather.ts";

/** What carries out jobs on this machine. */
export interface WorkerHost extends Pick<Starter, "program" | "whole"> {
  readonly database: Database;
  readonly weather: Weather;
  readonly keys: Keys;
  readonly env: Environment;
  /** Names this process. */
  readonly name: string;
  /** The folder of what is kept of repos. */
  readonly cache: string;
  /** Whether a repo may be a path on this machine. */
  readonly allowsLocal: boolean;
  /** Whether a run's folder may go where anybody can read it. */
  readonly publicRecords: boolean;
  /** Aborted once the worker is to end. */
  readonly stop: AbortSignal;
  say(line: string): void;
}
