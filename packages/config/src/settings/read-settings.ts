import { join } from "node:path";
import { settingList, settingNamed, slackAddress, variableOf } from "@llmch/contract/settings";
import type { SettingsWriter } from "@llmch/contract/settings/files";
import { readBoundedText, realLocation } from "@llmch/files";
import { type Environment, learnSecret, type Refusal, refusal, secretsOf } from "@llmch/text";
import type { GivenSettings } from "../options.ts";
import type { FileLayer } from "./file-layer.ts";
import { type Layer, layered } from "./layers.ts";
import { seenVariables } from "./limits-of-files.ts";
import { withModelFiles } from "./model-files.ts";
import { MAX_SETTINGS_BYTES, nameOfFile, REPO_FILE, settingsRoot, userFile } from "./places.ts";
import type { ResolvedSettings, SettingsFile } from "./resolved-settings.ts";
import { serverOf, untrustedServers } from "./trust.ts";

export interface SettingsPlace {
  /** Settings from flags. */
  readonly given: GivenSettings;
  /** A folder of the target repo, relative to `cwd`; null if there is none. */
  readonly repo: string | null;
  readonly env: Environment;
  readonly cwd: string;
  /** False if the user's own file and variables are ignored. */
  readonly asksUser?: boolean;
}

/**
 * Reads the settings for a command: defaults, the repo's file, the user's own file, environment, flags; later ones take precedence.
 * Reports all faults in files and variables.
 */
export const readSettings = async ({
  given,
  repo,
  env,
  cwd,
  asksUser = true,
}: SettingsPlace): Promise<ResolvedSettings> => {
  const own = asksUser ? userFile(env, cwd) : null;
  const [ofRepo, ofUser] = await Promise.all([
    repo === null ? NO_FILE : readFile(join(settingsRoot(repo, cwd), REPO_FILE), { writer: "repo", env, cwd }),
    own === null ? NO_FILE : readFile(own.path, { writer: "user", env, cwd, mustBeThere: own.isNamed }),
  ]);
  const variables = environmentLayer(asksUser ? env : {}, cwd);
  const flags: Layer = { values: withModelFiles(given, cwd), originOf: (name) => settingNamed(name)?.flag ?? name };
  const overRepo = [ofUser.layer, variables.layer, flags];
  const { values, origins } = layered([ofRepo.layer, ...overRepo, approvals(ofRepo.layer, overRepo)]);
  const ofRepoAlone = (setting: string): readonly string[] => {
    const namesIn = ({ values }: Layer) => Object.keys(values[setting] ?? {});
    return namesIn(ofRepo.layer).filter((name) => !overRepo.some((layer) => namesIn(layer).includes(name)));
  };
  learnSecret(slackAddress(values.notify.command) ?? "");
  const servers = ofRepoAlone("models.compatible");
  const copied = repo === null ? [] : await copiedSecrets(settingsRoot(repo, cwd), values.setup.copy);
  return {
    values,
    origins,
    ...(copied.length === 0 ? {} : { copiedSecrets: copied }),
    files: [...ofRepo.file, ...ofUser.file],
    faults: [...ofRepo.faults, ...ofUser.faults, ...variables.faults],
    untrusted: untrustedServers(values, servers),
    repoServers: servers,
    runsUnseen: [ofUser.layer, flags].some((layer) => layer.values["run.sandbox"] === "off"),
    doubtedPrices: ofRepoAlone("models.prices").filter((name) => !servers.includes(serverOf(name) ?? "")),
  };
};

/** What the repo's file has wait besides what the user's own settings say; a user who says none wants none. */
const approvals = (ofRepo: Layer, overRepo: readonly Layer[]): Layer => {
  const kindsOf = ({ values }: Layer): readonly unknown[] | null =>
    Array.isArray(values.approve) ? values.approve : null;
  const own = overRepo.findLast((layer) => kindsOf(layer) !== null);
  const [added, kinds] = [kindsOf(ofRepo), own === undefined ? null : kindsOf(own)];
  if (own === undefined || added === null || kinds === null || kinds.length === 0) return NO_LAYER;
  return { values: { approve: [...new Set([...kinds, ...added])] }, originOf: own.originOf };
};

/** `NAME=value`, as files of variables have it. */
const VARIABLE = /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*$/gm;

const copiedSecrets = async (root: string, paths: readonly string[]): Promise<readonly string[]> => {
  const secrets: string[] = [];
  for (const path of paths) {
    const text = await readBoundedText(join(root, path), { maxBytes: MAX_SETTINGS_BYTES, links: "none" });
    const variables = text.ok && text.value !== null ? [...text.value.replaceAll("\r", "").matchAll(VARIABLE)] : [];
    for (const [, name = "", value = ""] of variables) {
      secrets.push(...secretsOf({ [name]: value.replace(/^(["'])(.*)\1$/, "$2") }));
    }
  }
  return [...new Set(secrets)];
};

interface ReadFile extends FileLayer {
  /** The file looked for, if any. */
  readonly file: readonly SettingsFile[];
}

const NO_LAYER: Layer = { values: {}, originOf: (name) => name };
const NO_FILE: ReadFile = { layer: NO_LAYER, faults: [], file: [] };

const readFile = async (
  path: string,
  place: Pick<SettingsPlace, "env" | "cwd"> & { readonly writer: SettingsWriter; readonly mustBeThere?: boolean },
): Promise<ReadFile> => {
  const { writer, env, cwd, mustBeThere = false } = place;
  const name = nameOfFile(path, env, cwd);
  // Users who keep their own files under version control link to them; a repo's link may lead anywhere.
  const text = await readBoundedText(path, { maxBytes: MAX_SETTINGS_BYTES, links: writer === "user" ? "any" : "none" });
  const file = [{ path, writer, isThere: !text.ok || text.value !== null }];
  const faulty = (why: string, hint: string): Refusal =>
    refusal("bad-settings", `${name} cannot be read (${why})`, hint);
  if (!text.ok) {
    return { layer: NO_LAYER, faults: [faulty(text.issues[0], "make it a readable UTF-8 file, or remove it")], file };
  }
  if (text.value === null) {
    const missing = faulty("there is no such file", "write it, or unset LLMCH_CONFIG");
    return { layer: NO_LAYER, faults: mustBeThere ? [missing] : [], file };
  }
  // Load the parser only if there is something to parse.
  const { fileLayer } = await import("./file-layer.ts");
  const written = { path: writer === "user" ? realLocation(path) : path, name, text: text.value, writer };
  return { ...fileLayer(written, secretsOf(env)), file };
};

/** The settings in variables, and what is wrong with them. */
const environmentLayer = (
  env: Environment,
  cwd: string,
): { readonly layer: Layer; readonly faults: readonly Refusal[] } => {
  const values: Record<string, unknown> = {};
  const faults = new Map<string, Refusal>();
  for (const setting of settingList()) {
    const variable = variableOf(setting);
    const text = env[variable]?.trim() ?? "";
    if (text === "") continue;
    const value = setting.kind.fromText(text);
    if (value.ok) values[setting.name] = value.value;
    else {
      faults.set(
        variable,
        refusal("bad-settings", `${variable} must be ${value.issues[0]}`, "set it to one, or unset it"),
      );
    }
  }
  for (const { message, hint } of seenVariables(values)) faults.set(message, refusal("bad-settings", message, hint));
  const originOf = (name: string): string => {
    const setting = settingNamed(name);
    return setting === undefined ? name : variableOf(setting);
  };
  return { layer: { values: withModelFiles(values, cwd), originOf }, faults: [...faults.values()] };
};
