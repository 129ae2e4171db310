import { decidingKind } from "@llmch/contract";
import { isJsonObject, type JsonValue, member, readJson } from "@llmch/text";

/** The members of a JSON manifest about tests, besides the scripts. */
const MEMBERS = ["jest", "mocha", "ava", "vitest", "tap", "c8", "nyc", "workspaces", "type", "tasks"];

/** Manifests with tables, and their tables about tests. */
const WITH_TABLES = /(?:\.toml|\.cfg|pipfile)$/i;
const TABLE =
  /^\[+(?:tool[.:](?:pytest|tox|nox|nose|unittest|hatch\.envs)|tox|testenv|nose|test|lib|workspace\]|package\])/;
/** Of a crate's first table, the lines that turn tests off. */
const AUTO = /^\s*(?:auto\w+|build|exclude|include)\s*=/gm;

/** Of other manifests, the lines that are about tests. */
const ABOUT_TESTS = /test|junit|surefire|failsafe|\bcheck\b|\bverify\b/i;

/** Where repos keep the scripts that such files call. */
const SCRIPT =
  /(?:^|\/)(?:(?:scripts?|tools?|ci|bin|hack|dev|\.ci)\/[^/]+|manage\.py|(?:run[-_]?)?(?:tests?|checks?|verify|ci)\.\w+)$|\.(?:sh|bash|mk|ps1)$/;

/** What a command runs as a module: a new file of that name in the repo comes before the installed one. */
const MODULE = /\bpython[\d.]*\s+(?:-\w+\s+)*-m\s+(\w+)/g;

/** Whether a file decides what verifies its repo. A null text means that there is no such file. */
export const decidesVerification = (
  path: string,
  before: string | null,
  after: string | null,
  /** The commands that verify the repo, and the texts of the files that tell them. */
  commands: readonly string[],
): boolean => {
  if (before === after) return false;
  const kind = decidingKind(path);
  if (kind === "runner") return true;
  const modules = commands.flatMap((text) => [...text.matchAll(MODULE)].map(([, name = ""]) => name));
  const isModule = (name: string) => [`${name}.py`, `${name}/__init__.py`, `${name}/__main__.py`].includes(path);
  if (before === null && modules.some(isModule)) return true;
  // A new one is a new project's, unless it has tables of the root's runner.
  if (before === null && (path.includes("/") || !WITH_TABLES.test(path))) return false;
  const [then, now] = [before ?? "", after ?? ""];
  if (kind === "commands") return true;
  if (kind === "manifest") {
    if (isJson(path)) return changesScripts(jsonOf(then), jsonOf(now));
    const told = WITH_TABLES.test(path) ? tablesOf : linesOf;
    return told(then) !== told(now);
  }
  return SCRIPT.test(path) && commands.some((text) => text.includes(path));
};

/** The part of a manifest or of a runner's configuration that says which tests run, and how; null if none is known. */
export const testConfiguration = (path: string, text: string): string | null => {
  const kind = decidingKind(path);
  if (kind === "runner") return text;
  if (kind !== "manifest") return null;
  if (!isJson(path)) return WITH_TABLES.test(path) ? tablesOf(text) : null;
  const manifest = jsonOf(text);
  const told = ["scripts", ...MEMBERS].flatMap((name) => {
    const value = isJsonObject(manifest) ? member(manifest, name) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return told.length === 0 ? null : JSON.stringify(Object.fromEntries(told), null, 1);
};

/** True for a file that calls the scripts of its repo. */
export const callsScripts = (path: string): boolean => {
  const kind = decidingKind(path);
  return kind === "commands" || (kind === "manifest" && isJson(path)) || path === "scripts/verify.sh";
};

const isJson = (path: string): boolean => /\.jsonc?$/i.test(path);

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
