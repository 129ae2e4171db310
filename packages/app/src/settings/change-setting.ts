import { type ResolvedSettings, readSettings, writeSetting } from "@llmch/config";
import { settingNamed } from "@llmch/contract/settings";
import { formatRefusal, printable } from "@llmch/text";
import type { OperationContext } from "../context.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { repoFault } from "../request/named-repo.ts";
import { type ConfigDrawing, settingRows } from "./setting-rows.ts";
import { distrustIn, settingsDocument } from "./settings-document.ts";

interface Change {
  readonly name: string;
  /** As the setting's flag takes it; null to take the setting out. */
  readonly value: string | null;
  /** Whether to change the user's own file, not the repo's. */
  readonly user: boolean;
  readonly repo: string;
}

/** Changes one setting in a settings file. */
export const changeSetting = async (
  { name, value, user, repo }: Change,
  { env, cwd }: Pick<OperationContext, "env" | "cwd">,
): Promise<Outcome<ReturnType<typeof settingsDocument> & { readonly changed: boolean }, ConfigDrawing>> => {
  const unfit = repoFault(repo, cwd);
  if (unfit !== null) return refused([unfit]);
  const written = await writeSetting({ name, text: value, writer: user ? "user" : "repo", repo, env, cwd });
  if (!written.ok) return refused(written.issues);
  const { path, isChanged } = written.value;
  const file = printable(written.value.file);
  const settings = await readSettings({ given: {}, repo, env, cwd });
  const warnings = [
    ...(value === null ? [] : winners(settings, namesSet(name, value), written.value.file)).map(
      (origin) => `what holds comes from ${origin}, which wins over ${file}`,
    ),
    ...distrustIn(settings),
    ...settings.faults.map(formatRefusal),
  ];
  const changed = value === null ? "no longer set" : "set";
  const same = value === null ? "is not set" : "is set like that already";
  const did = isChanged ? `${name} is ${changed} in ${file}` : `${name} ${same} in ${file}: nothing is changed`;
  return done(
    { changed: isChanged, ...settingsDocument(settings, { env }, name) },
    {
      paths: { settings: path },
      warnings: warnings.map((message) => ({ code: "settings", message })),
      drawing: { ...settingRows(settings, name, { env, cwd }), did },
    },
  );
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
