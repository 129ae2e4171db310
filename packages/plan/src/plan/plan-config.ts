import { resolve } from "node:path";
import { type PlanOptions, recordedSettings } from "@llmch/config";
import type { PlanConfig } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";

/** The options and settings that apply to a plan, as its record tells them. Paths are made absolute. */
export const planConfig = (options: PlanOptions, settings: Settings, cwd: string): PlanConfig => {
  const absolute = (path: string | undefined) => (path === undefined ? null : resolve(cwd, path));
  return {
    spec: options.spec === "-" ? "-" : resolve(cwd, options.spec),
    ...(options.source === undefined ? {} : { source: options.source }),
    ...(options.imported === undefined ? {} : { imported: options.imported }),
    template: absolute(options.template),
    outdir: absolute(options.outdir),
    repo: absolute(options.repo),
    overwrite: options.overwrite,
    ...(options.strict === true ? { strict: true } : {}),
    ...(options.run === true ? { run: true } : {}),
    ...(options.revises === undefined ? {} : { revises: options.revises }),
    model: settings.planner.model.join(", "),
    reasoning_effort: settings.planner.reasoning_effort,
    max_attempts: settings.planner.max_attempts,
    replay: absolute(options.replay),
    replay_strict: options.replayStrict,
    ...(options.part === undefined ? {} : { part: options.part }),
    settings: recordedSettings(settings),
  };
};
