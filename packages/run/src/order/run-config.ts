import { resolve } from "node:path";
import { type FactoryOptions, recordedSettings } from "@llmch/config";
import type { RunConfig } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { BY_HAND } from "../executor/by-hand.ts";

/** The options and settings that apply to a run, as its record tells them. Paths are made absolute. */
export const runConfig = (options: FactoryOptions, settings: Settings, orders: string, cwd: string): RunConfig => ({
  repo: resolve(cwd, options.repo),
  branch: options.branch ?? null,
  create_branch: options.createBranch,
  reuse_branch: options.reuseBranch,
  commit_hash: options.commitHash ?? null,
  max_attempts: settings.factory.max_attempts,
  llm_model: options.byHand === true ? BY_HAND : settings.factory.model.join(", "),
  llm_temperature: settings.factory.temperature,
  timeout_seconds: settings.factory.timeout_seconds,
  allow_verify_exempt: options.allowVerifyExempt,
  allow_empty: options.allowEmpty,
  allow_dirty: options.allowDirty,
  allow_stale: options.allowStale,
  ...(options.revise === undefined ? {} : { revise: options.revise }),
  ...(settings.approve.length === 0 || options.byHand === true ? {} : { approve: settings.approve }),
  stop_on_repeat: options.stopOnRepeat,
  ...(options.strict === true ? { strict: true } : {}),
  ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
  ...(options.keepGoing === true ? { keep_going: true } : {}),
  sandbox: options.sandbox,
  allow_network: options.allowNetwork,
  push: settings.factory.push !== "never",
  out: options.out === undefined ? null : resolve(cwd, options.out),
  ...(options.byHand === true ? { by_hand: true } : {}),
  orders,
  replay: options.replay === undefined ? null : resolve(cwd, options.replay),
  replay_strict: options.replayStrict,
  ...(options.part === undefined ? {} : { part: options.part }),
  settings: recordedSettings(settings),
});
