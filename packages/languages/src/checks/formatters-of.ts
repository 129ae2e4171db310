import { isJsonObject, type JsonValue, member, splitCommand } from "@llmch/text";
import { placeIn, type Tree } from "../place.ts";
import { managerOf, RUN, scriptsOf } from "../profiles/node.ts";
import { withoutRunners } from "./check-command.ts";
import { FORMATTERS, type Formatter } from "./formatters.ts";

/** A command that fixes a repo's files, for `verify.fix` in its settings. */
export interface OfferedFix {
  readonly command: string;
  readonly files: readonly string[];
}

/** Signs of the formatters that a repo uses, in addition to its tree. */
export interface FormatterSigns {
  /** The commands that its CI runs. */
  readonly commands: readonly string[];
  /** Its `.pre-commit-config.yaml`; null if there is none. */
  readonly preCommit: JsonValue;
}

/** The files at the root to read. */
export const FORMATTER_TEXTS = ["package.json", "pyproject.toml", "Cargo.toml"];

/** The formatters and linters that a repo has configured, or that its CI, scripts or hooks name. */
export const formattersOf = (tree: Tree, { commands, preCommit }: FormatterSigns): readonly OfferedFix[] => {
  const scripts = Object.values(scriptsOf(placeIn(tree, null).json("package.json")));
  const written = [...commands, ...scripts].filter((command) => typeof command === "string");
  const calls = written.flatMap((command) => command.split("&&").map(callOf));
  const hooks = hooksOf(preCommit);
  return FORMATTERS.flatMap((formatter): readonly OfferedFix[] => {
    const call = calls.find(({ program }) => formatter.called.some((name) => `${program} `.startsWith(`${name} `)));
    const isUsed =
      call !== undefined || formatter.hooks.some((hook) => hooks.has(hook)) || isConfigured(formatter, tree);
    return isUsed ? [{ command: commandOf(formatter, call?.runner ?? [], tree), files: formatter.files }] : [];
  });
};

interface Call {
  /** Words that say where to find the program. */
  readonly runner: readonly string[];
  readonly program: string;
}

const callOf = (command: string): Call => {
  const split = splitCommand(command.trim());
  const words = split.ok ? split.value.map(({ text }) => text) : [];
  const program = withoutRunners(words);
  return { runner: words.slice(0, words.length - program.length), program: program.join(" ") };
};

const commandOf = ({ fix, isPackage }: Formatter, runner: readonly string[], tree: Tree): string => {
  const edition = fix[0] === "rustfmt" ? editionOf(tree.texts["Cargo.toml"] ?? "") : [];
  const before = isPackage && runner.length === 0 ? RUN[managerOf(placeIn(tree, null))] : runner;
  return [...before, ...fix, ...edition].join(" ");
};

/** rustfmt itself does not read the manifest. */
const editionOf = (manifest: string): readonly string[] => {
  const [, edition] = /^edition\s*=\s*"(\d{4})"/m.exec(manifest) ?? [];
  return edition === undefined ? [] : ["--edition", edition];
};

const isConfigured = ({ configured, member: name, table }: Formatter, tree: Tree): boolean =>
  tree.files.some((path) => configured.test(path)) ||
  (name !== undefined && Object.hasOwn(placeIn(tree, null).json("package.json"), name)) ||
  (table !== undefined && hasTable(tree.texts["pyproject.toml"] ?? "", table));

const hasTable = (text: string, table: string): boolean =>
  text.split(/\r?\n/).some((line) => line.startsWith(`[tool.${table}]`) || line.startsWith(`[tool.${table}.`));

const hooksOf = (preCommit: JsonValue): ReadonlySet<string> => {
  const listIn = (value: JsonValue, name: string): readonly JsonValue[] => {
    const list = isJsonObject(value) ? member(value, name) : undefined;
    return Array.isArray(list) ? list : [];
  };
  const ids = listIn(preCommit, "repos").flatMap((repo) =>
    listIn(repo, "hooks").map((hook) => (isJsonObject(hook) ? member(hook, "id") : null)),
  );
  return new Set(ids.filter((id) => typeof id === "string"));
};
