import { type ConfigEntry, subsections } from "./configuration.ts";
import type { GitSetting } from "./git-environment.ts";
import { harmlessSettings } from "./harmless-settings.ts";

/** Read back from git, to see that settings from the environment take effect (git 2.31 and newer). */
export const PROBE: GitSetting = ["llmch.neutral", "true"];

/** Applies to each of llmch's git calls, whatever the user's own configuration says. */
const ALWAYS: readonly GitSetting[] = [
  PROBE,
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["core.splitIndex", "false"],
  ["core.ignoreStat", "false"],
  ["core.trustctime", "true"],
  ["core.safecrlf", "false"],
  ["core.fsync", "committed,reference"],
  ["commit.gpgSign", "false"],
  ["tag.gpgSign", "false"],
  ["push.gpgSign", "false"],
  ["push.followTags", "false"],
  ["push.recurseSubmodules", "no"],
  ["log.showSignature", "false"],
  ["merge.verifySignatures", "false"],
  ["submodule.recurse", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["protocol.ext.allow", "never"],
  ["safe.bareRepository", "explicit"],
  ["i18n.commitEncoding", "UTF-8"],
  ["i18n.logOutputEncoding", "UTF-8"],
  ["trailer.separators", ":"],
  ["worktree.useRelativePaths", "false"],
];

/** The filters that any configuration names, including the user's and the system's. */
export const filterNames = (entries: readonly ConfigEntry[]): readonly string[] =>
  subsections(entries, "filter", ["clean", "smudge", "process", "required"]);

/**
 * The settings for one checkout, on top of what git reads: the constant ones, all filters emptied, and the harmless ones of the
 * checkout's own `config.worktree`.
 */
export const neutralSettings = (entries: readonly ConfigEntry[]): readonly GitSetting[] => [
  ...harmlessSettings(entries, "worktree").map(({ name, value }): GitSetting => [name, value ?? "true"]),
  ...ALWAYS,
  ...filterNames(entries).flatMap((name): GitSetting[] => [
    [`filter.${name}.clean`, ""],
    [`filter.${name}.smudge`, ""],
    [`filter.${name}.process`, ""],
    [`filter.${name}.required`, "false"],
  ]),
];
