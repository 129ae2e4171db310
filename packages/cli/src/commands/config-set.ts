import { EXIT, formatRefusal, printable } from "@llmch/contract";
import { settingNamed } from "@llmch/contract/settings";
import { readSettings } from "@llmch/engine/read-settings";
import type { ResolvedSettings } from "@llmch/engine/settings";
import { writeSetting } from "@llmch/engine/write-setting";
import type { CommandContext } from "../command-context.ts";
import { colorsFor } from "../console/paint.ts";
import type { ConfigChangeOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { settingLines, settingsDocument } from "../settings/listing.ts";
import { distrustIn } from "./config.ts";
import { repoFault } from "./named-repo.ts";

/** `llmch config set` and `llmch config unset`: change one setting in a settings file, and print the value in effect. */
export const changeConfig = async (
  options: ConfigChangeOptions,
  { env, cwd, console }: CommandContext,
): Promise<Outcome> => {
  const { name, value, user, repo } = options;
  const unfit = repoFault(repo, cwd);
  if (unfit !== null) return refused([unfit]);
  const written = await writeSetting({ name, text: value ?? null, writer: user ? "user" : "repo", repo, env, cwd });
  if (!written.ok) return refused(written.issues);
  const { path, isChanged } = written.value;
  const file = printable(written.value.file);
  const settings = await readSettings({ given: {}, repo, env, cwd });
  const colors = colorsFor(options, env, console.stdout.isTTY === true);
  for (const line of settingLines(settings, { env, cwd }, colors, name)) console.result(line);
  const warnings = [
    ...(value === undefined ? [] : winners(settings, namesSet(name, value), written.value.file)).map(
      (origin) => `what holds comes from ${origin}, which wins over ${file}`,
    ),
    ...distrustIn(settings),
    ...settings.faults.map(formatRefusal),
  ];
  for (const warning of warnings) console.error(`warning: ${warning}`);
  const done = value === undefined ? "no longer set" : "set";
  const same = value === undefined ? "is not set" : "is set like that already";
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: [isChanged ? `PASS  ${name} is ${done} in ${file}` : `PASS  ${name} ${same} in ${file}: nothing is changed`],
    paths: { settings: path },
    warnings: warnings.map((message) => ({ code: "settings", message })),
    extra: { changed: isChanged, ...settingsDocument(settings, { env }, name) },
  };
};

/** The names under which `origins` lists what was set: the setting, or its members if it is a map. */
const namesSet = (name: string, value: string): readonly string[] =>
  settingNamed(name)?.kind.parts?.of === "map"
    ? Object.keys(JSON.parse(value)).map((member) => `${name}.${member}`)
    : [name];

/** The origins whose values win over the file's. */
const winners = ({ origins }: ResolvedSettings, names: readonly string[], file: string): readonly string[] => [
  ...new Set(names.map((name) => printable(origins[name] ?? "")).filter((origin) => !origin.startsWith(`${file}:`))),
];
