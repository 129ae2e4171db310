import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "./load-sources.mjs";

const SOURCES = 'export { GROUPS, settingList, variableOf } from "@llmch/contract/settings";';

/**
 * docs/settings.md, made from the catalogue of settings and the hand-written page (settings-page.md).
 * @param {string} root the workspace's root
 * @returns {Promise<string>}
 */
export const settingsDocument = async (root) =>
  settingsPage(
    readFileSync(join(root, "scripts/build/settings-page.md"), "utf8"),
    await loadSources(root, SOURCES, "packages/app"),
  );

/**
 * @param {string} page a table replaces each `{{settings GROUP}}`
 * @param {{ GROUPS: Record<string, string>, settingList: () => readonly any[], variableOf: (setting: any) => string }} catalogue
 */
export const settingsPage = (page, { GROUPS, settingList, variableOf }) =>
  page.replace(/^\{\{settings (\w+)\}\}$/gm, (_, group) => {
    const settings = settingList().filter((setting) => setting.group === group);
    if (settings.length === 0) throw new Error(`there is no group of settings ${group}`);
    const rows = settings.map((setting) => {
      const { key, kind, about, flag, scope } = setting;
      const names = [...(flag === null ? [] : [flag.split(" ")[0]]), variableOf(setting)].map(code).join(", ");
      const note = scope === "user" ? " Not for the repo's file to say." : "";
      return [code(key), defaultOf(setting), kind.words, names, `${about}${note}`];
    });
    const head = ["setting", "default", "what it may be", "flag, variable", "what it does"];
    const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escaped).join(" | ")} |`);
    return [GROUPS[group], "", ...lines].join("\n");
  });

const escaped = (cell) => cell.replaceAll("|", "\\|");
const code = (text) => `\`${text}\``;

const defaultOf = ({ default: value, kind }) => {
  if (kind.parts?.of === "map" && value !== null) return Object.keys(value).map(code).join(", ") || "none";
  const [only, ...more] = [value].flat();
  if (value === null || only === undefined || JSON.stringify(value) === "{}") return "none";
  return [only, ...more].map((each) => code(typeof each === "object" ? JSON.stringify(each) : String(each))).join(", ");
};
