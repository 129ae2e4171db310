import type { ConfigSetting } from "./config-file.ts";
import type { ConfigEntry } from "./configuration.ts";

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
const isAuthorization = ({ name, value }: ConfigSetting): boolean =>
  /^http\.https?:\/\/.+\.extraheader$/s.test(name) && /^authorization:[^\r\n]*$/i.test(value ?? "");

const isHarmless = (setting: ConfigSetting): boolean =>
  !setting.name.includes("\n") && (HARMLESS.test(setting.name) || isAuthorization(setting));

/** The harmless settings that a repo shares with all its checkouts, or that one checkout has for itself. */
export const harmlessSettings = (
  entries: readonly ConfigEntry[],
  scope: "local" | "worktree",
): readonly ConfigSetting[] => entries.filter((entry) => entry.scope === scope && isHarmless(entry));

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
