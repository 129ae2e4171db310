import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { namesIn, readRegularFile } from "@llmch/files";
import type { SandboxPlace } from "../program/sandbox.ts";

/** Which files in the shown folders are not shown as they are. */
export interface Credentials {
  /** Files that contain nothing but credentials. */
  readonly blanked: readonly string[];
  /** Settings files that contain credentials among other things, and the part of each to show. */
  readonly cleaned: readonly CleanedFile[];
}

export interface CleanedFile {
  readonly path: string;
  readonly text: string;
}

/** By their path in a toolchain's folder, or in the user's checkout. */
const FILES = [
  ...[".env", ".git-credentials", ".netrc", ".npmrc", ".pypirc", ".yarnrc.yml", "aau_token", "auth.json", "auth.toml"],
  ...["credentials", "credentials.json", "credentials.toml", "credentials/credentials.toml", "hex.config"],
];
/** Settings of toolchains: where packages come from, how things are built, and perhaps how to log in there. */
const SETTINGS = [
  ...[".condarc", "condarc", "etc/.condarc", "pip.conf", "uv.toml", "config", "config.toml", "config.yaml"],
  ...["gradle.properties", "conf/settings.xml", "settings.xml", "etc/npmrc"],
];
const GIT_SETTINGS = ["config", "config.worktree"];
const MOST_BYTES = 1 << 20;
const SECRET_LINE =
  /(?:token|passw|secret|credential(?!s?-provider)|auth|api[_-]?key)[\w.-]*["']?\s*[:=>]|^\s*key\s*=|PRIVATE KEY/i;
const USER_IN_ADDRESS = /:\/\/[^/\s"'@]*@/g;

/**
 * The credentials in folders that commands see, and in the repo's git configuration, where CI jobs keep their token. A checkout's
 * other settings are the repo's, and stay.
 * @param folders of toolchains, wherever they are
 */
export const credentialsIn = (
  { checkout, gitDir, commonDir }: Pick<SandboxPlace, "checkout" | "gitDir" | "commonDir">,
  folders: readonly string[],
): Credentials => {
  const all = [...new Set([checkout, ...folders])];
  const files = all.flatMap((folder) => [...FILES.map((name) => join(folder, name)), ...serversOf(folder)]);
  const modules = join(commonDir, "modules");
  const gits = [...new Set([commonDir, gitDir, ...namesIn(modules).map((name) => join(modules, name))])];
  const settings = [
    ...folders.flatMap((folder) => SETTINGS.map((name) => join(folder, name))),
    ...gits.flatMap((folder) => GIT_SETTINGS.map((name) => join(folder, name))),
  ];
  const cleaned = [...new Set(settings)].flatMap((path) => cleanedFile(path) ?? []);
  return { blanked: files.filter(isFile), cleaned };
};

/** Julia has one login file per server. */
const serversOf = (folder: string): readonly string[] =>
  /julia/.test(basename(folder))
    ? namesIn(join(folder, "servers")).map((name) => join(folder, "servers", name, "auth.toml"))
    : [];

/** Null if it is not a file, or contains nothing to hide. */
const cleanedFile = (path: string): CleanedFile | null => {
  if (!isFile(path)) return null;
  try {
    const text = readRegularFile(path, { maxBytes: MOST_BYTES, links: "any" }).toString();
    const lines = text.split("\n").filter((line) => !SECRET_LINE.test(line));
    const cleaned = lines.join("\n").replace(USER_IN_ADDRESS, "://");
    return cleaned === text ? null : { path, text: cleaned };
  } catch {
    // A file that is too large to check is not shown.
    return { path, text: "" };
  }
};

/** What llmch may not read, commands may not either. */
const isFile = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
};
