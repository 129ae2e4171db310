import { dirname, join } from "node:path";
import type { SettingsWriter } from "@llmch/contract/settings/files";
import { readBoundedText } from "@llmch/files";
import { replaceDocument } from "@llmch/store";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected, secretsOf } from "@llmch/text";
import { changedSettings } from "./change-setting.ts";
import { MAX_SETTINGS_BYTES, nameOfFile, REPO_FILE, settingsRoot, userFile } from "./places.ts";
import { settingCalled, valueOfText } from "./setting-text.ts";

export interface SettingChange {
  /** `budget.usd` */
  readonly name: string;
  /** In the form of its flag; null removes the setting from the file. */
  readonly text: string | null;
  /** Whose file: the repo's or the user's own. */
  readonly writer: SettingsWriter;
  /** A folder of the repo, relative to `cwd`. */
  readonly repo: string;
  readonly env: Environment;
  readonly cwd: string;
}

export interface WrittenSetting {
  readonly path: string;
  /** The file's name as shown to the user. */
  readonly file: string;
  /** False if the file already has that value and stays as it is. */
  readonly isChanged: boolean;
}

/** Writes one setting to a settings file, creating the file if necessary. Writes nothing unless the whole resulting file is valid. */
export const writeSetting = async (change: SettingChange): Promise<Result<WrittenSetting, Refusal>> => {
  const { name, text, writer, repo, env, cwd } = change;
  const setting = settingCalled(name);
  if (!setting.ok) return setting;
  const path = writer === "user" ? userFile(env, cwd)?.path : join(settingsRoot(repo, cwd), REPO_FILE);
  if (path === undefined) return rejected(refusal("bad-settings", ...NO_PLACE));
  const file = nameOfFile(path, env, cwd);
  const standing = await readBoundedText(path, { maxBytes: MAX_SETTINGS_BYTES, links: "none" });
  if (!standing.ok) {
    return rejected(refusal("bad-settings", `${file} cannot be changed (${standing.issues[0]})`, "change it by hand"));
  }
  const secrets = secretsOf(env);
  const written = { path, file };
  if (text === null && standing.value === null) return accepted({ ...written, isChanged: false });
  const value =
    text === null ? undefined : valueOfText(setting.value, text, { cwd, folder: dirname(path), writer, secrets });
  if (value?.ok === false) return value;
  const changed = changedSettings(
    { path, name: file, text: standing.value, writer },
    setting.value,
    value?.value,
    secrets,
  );
  if (!changed.ok) return changed;
  if (changed.value === standing.value) return accepted({ ...written, isChanged: false });
  const replaced = await replaceDocument(path, changed.value, () => true);
  return replaced.ok ? accepted({ ...written, isChanged: true }) : replaced;
};

const NO_PLACE = [
  "there is no place for a settings file of your own",
  "set HOME, or name the file in LLMCH_CONFIG",
] as const;
