import type { SetupSettings } from "@llmch/contract/settings";
import { dependencyFolderNames } from "@llmch/languages";
import type { DependencyOptions } from "@llmch/workspace";
import type { Isolation } from "./isolation.ts";

/** Without a sandbox a command could write through a link, so the user's folders are copied, however large. */
const ANY_SIZE_MB = 1_000_000;

/** In the sandbox larger folders are linked, read-only, where the disk shares no bytes. */
const COPIED_MB = 64;

/** Folders that the setup makes are not shared from the user's checkout. */
export const dependencyOptions = (
  { commands, folders, share, copy }: SetupSettings,
  { sandbox }: Isolation,
): DependencyOptions => {
  const megabytes = sandbox === null ? ANY_SIZE_MB : COPIED_MB;
  return {
    names: dependencyFolderNames().filter((name) => commands.length === 0 || !folders.includes(name)),
    copy,
    sharing: { share, limits: { files: megabytes * FILES_A_MB, bytes: megabytes * 1024 * 1024 } },
  };
};
/** A typical density for installations; many small files take as long as a few large ones. */
const FILES_A_MB = 100;
