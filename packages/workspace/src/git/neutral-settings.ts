import { type ConfigEntry, subsections } from "./configuration.ts";
import type { GitSetting } from "./git-environment.ts";

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

/**
 * The settings of a repo that git may see: how its files and objects are kept, who its committers are, and where its remotes are.
 * None of them names a program, nor a file or a server other than a remote.
 */
const HARMLESS = new RegExp(
  `^(?:${[
    "core\\.(?:repositoryformatversion|filemode|ignorecase|symlinks|precomposeunicode|autocrlf|eol|checkstat|trustctime)",
    "core\\.(?:sharedrepository|logallrefupdates|sparsecheckout|sparsecheckoutcone|protecthfs|protectntfs)",
    "index\\.(?:version|sparse|skiphash)",
    "extensions\\.(?:objectformat|compatobjectformat|refstorage|noop|noop-v1|preciousobjects|relativeworktrees)",
    "(?:user|author|committer)\\.(?:name|email)",
    "remote\\..+\\.(?:url|pushurl|fetch)",
    "remote\\.pushdefault",
    "branch\\..+\\.(?:remote|pushremote|merge)",
  ].join("|")})$`,
  "s",
);

/** What a CI system sets so that its checkout can be pushed: sent only to the server in the setting's name. */
const isAuthorization = ({ name, value }: ConfigEntry): boolean =>
  /^http\.https?:\/\/.+\.extraheader$/s.test(name) && /^authorization:[^\r\n]*$/i.test(value ?? "");

const isHarmless = (setting: ConfigEntry): boolean =>
  !`${setting.name}${setting.value}`.includes("\n") && (HARMLESS.test(setting.name) || isAuthorization(setting));

/** The harmless settings that a repo shares with all its checkouts, or that one checkout has for itself. */
export const harmlessSettings = (
  entries: readonly ConfigEntry[],
  scope: "local" | "worktree",
): readonly ConfigEntry[] => entries.filter((entry) => entry.scope === scope && isHarmless(entry));

/** What llmch handles itself, so that git need not know. */
const SEEN_TO = new Set(["worktreeconfig", "partialclone"]);

/** An extension that changes what a repo's files mean and that llmch does not know; null if there is none. */
export const unknownExtension = (entries: readonly ConfigEntry[]): string | null => {
  const version = entries.findLast(({ name }) => name === "core.repositoryformatversion")?.value ?? "0";
  if (version === "0") return null;
  const unknown = entries.find(
    (entry) =>
      entry.name.startsWith("extensions.") &&
      !isHarmless(entry) &&
      !SEEN_TO.has(entry.name.slice("extensions.".length)),
  );
  return unknown?.name ?? null;
};
