import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { namesIn, readRegularFile, realLocation } from "@llmch/files";
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
  {
    checkout,
    gitDir,
    commonDir,
    home,
  }: Pick<SandboxPlace, "checkout" | "gitDir" | "commonDir"> & { readonly home: string },
  folders: readonly string[],
): Credentials => {
  const all = [...new Set([checkout, ...folders])];
  const files = all.flatMap((folder) => [...FILES.map((name) => join(folder, name)), ...serversOf(folder)]);
  const modules = join(commonDir, "modules");
  const gits = [...new Set([commonDir, gitDir, ...namesIn(modules).map((name) => join(modules, name))])];
  const settings = folders.flatMap((folder) => SETTINGS.map((name) => join(folder, name)));
  const gitFiles = [...new Set(gits.flatMap((folder) => GIT_SETTINGS.map((name) => join(folder, name))))].filter(
    isFile,
  );
  const included = gitFiles.flatMap((path) => includedBy(path, home));
  const cleaned = [
    ...[...new Set(settings)].flatMap((path) => cleanedFile(path, withoutSecretLines) ?? []),
    ...gitFiles.flatMap((path) => cleanedFile(path, harmlessGitSettings) ?? []),
  ];
  return { blanked: [...files, ...included].filter(isFile), cleaned };
};

/** Julia has one login file per server. */
const serversOf = (folder: string): readonly string[] =>
  /julia/.test(basename(folder))
    ? namesIn(join(folder, "servers")).map((name) => join(folder, "servers", name, "auth.toml"))
    : [];

const withoutSecretLines = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !SECRET_LINE.test(line))
    .join("\n");

/**
 * Of a git configuration, what tells how files are stored, who works and what branches follow. Everything else may hold a secret: headers,
 * cookies, how mail is sent, what other files include.
 */
const harmlessGitSettings = (text: string): string => {
  const kept = gitLines(text).filter(({ section }) => HARMLESS_SECTIONS.test(section));
  return withoutSecretLines(kept.map(({ line }) => line).join("\n"));
};

const HARMLESS_SECTIONS =
  /^(?:core|extensions|user|author|committer|remote|branch|submodule|init|index|filter|diff|merge|pull|push|fetch|rebase|status|gc|pack|feature|maintenance|i18n|advice|color)$/i;

/** The lines of a git configuration, continued ones joined, each with the name of its section. */
const gitLines = (text: string): readonly { readonly line: string; readonly section: string }[] => {
  const lines: string[] = [];
  let isContinued = false;
  for (const line of text.split(/\r?\n/)) {
    if (isContinued) lines.push((lines.pop() ?? "").slice(0, -1) + line);
    else lines.push(line);
    const whole = lines.at(-1) ?? "";
    isContinued = !/^\s*(?:$|[#;])/.test(whole) && /(?<!\\)(?:\\\\)*\\$/.test(whole);
  }
  let section = "";
  return lines.map((line) => {
    section = /^\s*\[\s*([^\s\].]+)/.exec(line)?.[1] ?? section;
    return { line, section };
  });
};

const MOST_INCLUDES = 5;

/** The files that a git configuration includes: CI systems put what they log in with there. */
const includedBy = (path: string, home: string, depth = MOST_INCLUDES): readonly string[] => {
  try {
    const text = readRegularFile(path, { maxBytes: MOST_BYTES, links: "any" }).toString();
    return gitLines(text).flatMap(({ line, section }) => {
      if (!/^include(?:if)?$/i.test(section)) return [];
      const [, named] = /^[^#;]*?\bpath\s*=\s*"?([^"]+?)"?\s*$/i.exec(line) ?? [];
      if (named === undefined || depth === 0) return [];
      const included = realLocation(resolve(dirname(path), named.replace(/^~(?=\/)/, home)));
      return [included, ...includedBy(included, home, depth - 1)];
    });
  } catch {
    return [];
  }
};

/** Null if it is not a file, or contains nothing to hide. */
const cleanedFile = (path: string, clean: (text: string) => string): CleanedFile | null => {
  if (!isFile(path)) return null;
  try {
    const text = readRegularFile(path, { maxBytes: MOST_BYTES, links: "any" }).toString();
    const cleaned = clean(text).replace(USER_IN_ADDRESS, "://");
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
