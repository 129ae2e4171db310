import { type ConfigEntry, isOfRepo, subsections } from "./configuration.ts";
import type { GitSetting } from "./git-environment.ts";

/** Asked back from git, to see that settings given by the environment take effect (git 2.31 and newer). */
export const PROBE: GitSetting = ["llmch.neutral", "true"];

/** What holds in each of our git calls, so that no program that a repo names is run (reliability, G1). */
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

/** The filters that some configuration names, the user's and the system's too. */
export const filterNames = (entries: readonly ConfigEntry[]): readonly string[] =>
  subsections(entries, "filter", ["clean", "smudge", "process", "required"]);

/**
 * The settings for one repo: the constant ones, its filters emptied, and what it says about reaching a remote put back
 * to what the user's own configuration says.
 */
export const neutralSettings = (entries: readonly ConfigEntry[]): readonly GitSetting[] => [
  ...ALWAYS,
  ...filterNames(entries).flatMap((name): GitSetting[] => [
    [`filter.${name}.clean`, ""],
    [`filter.${name}.smudge`, ""],
    [`filter.${name}.process`, ""],
    [`filter.${name}.required`, "false"],
  ]),
  ...usersOwn(entries),
];

const usersOwn = (entries: readonly ConfigEntry[]): readonly GitSetting[] => {
  const ofRepo = new Set(entries.filter(isOfRepo).map(({ name }) => name));
  const users = (name: string): string[] =>
    entries.flatMap((entry) => (entry.name === name && !isOfRepo(entry) ? [entry.value ?? ""] : []));
  const settings: GitSetting[] = [];
  if (ofRepo.has("core.sshcommand")) settings.push(["core.sshCommand", users("core.sshcommand").at(-1) ?? "ssh"]);
  if (ofRepo.has("core.askpass")) settings.push(["core.askPass", users("core.askpass").at(-1) ?? ""]);
  for (const name of ofRepo) {
    // A foreign remote is reached by a program of the repo's choice; one without a name is none.
    if (/^remote\..*\.vcs$/s.test(name)) settings.push([name, users(name).at(-1) ?? ""]);
    if (!/^credential\.(?:.*\.)?helper$/s.test(name)) continue;
    // An empty helper forgets those before it.
    settings.push([name, ""], ...users(name).map((value): GitSetting => [name, value]));
  }
  return settings;
};
