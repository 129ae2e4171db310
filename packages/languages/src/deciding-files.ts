import { isJsonObject, type JsonValue, member, readJson } from "@llmch/contract";

/** Files that tell runners which tests to run, and how: also a new one can keep them from running. */
const OF_RUNNERS =
  /(?:^|\/)(?:conftest\.py|\.?pytest\.(?:ini|toml)|tox\.ini|noxfile\.py|(?:vitest|vite|jest|playwright|cypress|karma|ava|wdio)[.\w-]*\.(?:[cm]?[jt]s|json)|\.mocharc[.\w]*|\.taprc|\.rspec|bunfig\.toml|phpunit[.\w]*\.xml|phpunit\.xml\.dist|nextest\.toml)$|^scripts\/verify\.sh$/;

/** Files that name the commands, as a whole. */
const OF_COMMANDS =
  /(?:^|\/)(?:GNUmakefile|[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|Rakefile|pnpm-workspace\.yaml|lerna\.json|nx\.json|turbo\.json|\.npmrc|llmch\.config\.json)$/;

/** Their members about tests, besides the scripts. */
const JSON_MANIFEST = /(?:^|\/)(?:package|composer|deno)\.jsonc?$/;
const MEMBERS = ["jest", "mocha", "ava", "vitest", "tap", "c8", "nyc", "workspaces", "type", "tasks"];

/** Their tables about tests. */
const TABLES_MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|Cargo\.toml|Pipfile)$/;
const TABLE =
  /^\[+(?:tool[.:](?:pytest|tox|nox|nose|unittest|hatch\.envs)|tox|testenv|nose|test|lib|workspace\]|package\])/;
/** Of a crate's first table, the lines that turn tests off. */
const AUTO = /^\s*(?:auto\w+|build|exclude|include)\s*=/gm;

/** Of others, the lines that are about tests. */
const LINES_MANIFEST =
  /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|CMakeLists\.txt|mix\.exs|meson\.build|\.bazelrc|[^/]+\.[cf]sproj|Directory\.Build\.props|Package\.swift)$/;
const ABOUT_TESTS = /test|junit|surefire|failsafe|\bcheck\b|\bverify\b/i;

/** Where repos keep the scripts that such files call. */
const SCRIPT = /(?:^|\/)(?:scripts?|tools?|ci|bin|hack|dev|\.ci)\/[^/]+$|\.(?:sh|bash|mk|ps1)$/;

/** Whether a file decides what verifies its repo. A null text means that there is no such file. */
export const decidesVerification = (
  path: string,
  before: string | null,
  after: string | null,
  /** The commands that verify the repo, and the texts of the files that tell them. */
  commands: readonly string[],
): boolean => {
  if (before === after) return false;
  if (OF_RUNNERS.test(path)) return true;
  if (before === null) return false;
  const [then, now] = [before, after ?? ""];
  if (OF_COMMANDS.test(path)) return true;
  if (JSON_MANIFEST.test(path)) return changesScripts(jsonOf(then), jsonOf(now));
  if (TABLES_MANIFEST.test(path)) return tablesOf(then) !== tablesOf(now);
  if (LINES_MANIFEST.test(path)) return linesOf(then) !== linesOf(now);
  return SCRIPT.test(path) && commands.some((text) => text.includes(path));
};

/** True for a file that calls the scripts of its repo. */
export const callsScripts = (path: string): boolean =>
  OF_COMMANDS.test(path) || JSON_MANIFEST.test(path) || path === "scripts/verify.sh";

const jsonOf = (text: string): JsonValue => {
  const read = readJson(text);
  return read.ok ? read.value : null;
};

/** A new script matters if it runs with others, or is what llmch would run. */
const changesScripts = (before: JsonValue, after: JsonValue): boolean => {
  const of = (manifest: JsonValue, name: string) =>
    JSON.stringify((isJsonObject(manifest) ? member(manifest, name) : undefined) ?? null);
  if (MEMBERS.some((name) => of(before, name) !== of(after, name))) return true;
  const [then, now] = [before, after].map((manifest) => jsonOf(of(manifest, "scripts")));
  const scripts = (value: JsonValue | undefined) => (isJsonObject(value) ? value : {});
  return (
    Object.entries(scripts(then)).some(([name, script]) => of(scripts(now), name) !== JSON.stringify(script)) ||
    Object.keys(scripts(now)).some((name) => /^(?:pre|post|test)/.test(name) && !Object.hasOwn(scripts(then), name))
  );
};

const tablesOf = (text: string): string =>
  text
    .split(/^(?=\[)/m)
    .flatMap((table) =>
      TABLE.test(table) ? [/^\[package\]/.test(table) ? (table.match(AUTO) ?? []).join() : table] : [],
    )
    .map((table) => table.trim())
    .join("\n");

const linesOf = (text: string): string =>
  text
    .split("\n")
    .filter((line) => ABOUT_TESTS.test(line))
    .join("\n");
