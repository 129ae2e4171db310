import { resolve } from "node:path";
import { type FactoryOptions, recordedSettings } from "@llmch/config";
import type { RunConfig } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { BY_HAND } from "../executor/by-hand.ts";

/** The options and settings of a run, as its record stores them and `resume` reads them. Paths are made absolute. */
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

/** The options for resuming a recorded run, on its branch and from where it stopped. */
export const optionsOf = (
  config: RunConfig,
  common: { readonly artifactsDir?: string | undefined },
  place: { readonly branch: string; readonly baseline: string | null },
): FactoryOptions => ({
  ...common,
  repo: config.repo,
  branch: place.branch,
  createBranch: false,
  reuseBranch: false,
  ...(place.baseline === null ? {} : { commitHash: place.baseline }),
  given: {},
  allowVerifyExempt: config.allow_verify_exempt,
  allowEmpty: config.allow_empty,
  allowDirty: config.allow_dirty,
  allowStale: config.allow_stale,
  stopOnRepeat: config.stop_on_repeat,
  ...(config.strict === undefined ? {} : { strict: config.strict }),
  ...(config.revise === undefined ? {} : { revise: config.revise }),
  ...(config.jobs === undefined ? {} : { jobs: config.jobs }),
  ...(config.keep_going === undefined ? {} : { keepGoing: config.keep_going }),
  sandbox: config.sandbox,
  allowNetwork: config.allow_network,
  ...(config.out === null ? {} : { out: config.out }),
  ...(config.by_hand === undefined ? {} : { byHand: config.by_hand }),
  ...(config.replay === null ? {} : { replay: config.replay }),
  replayStrict: config.replay_strict,
  ...(config.part === undefined ? {} : { part: config.part }),
});
