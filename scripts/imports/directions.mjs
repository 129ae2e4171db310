import { dirname, join, normalize, sep } from "node:path";
import ts from "typescript";

/** Which workspace packages each may import: contract ← planner, factory, models, host, repo-map, story ← cli; contract ← languages ← planner, factory, cli; story ← report ← cli. */
export const MAY_IMPORT = {
  contract: [],
  languages: ["contract"],
  planner: ["contract", "languages"],
  factory: ["contract", "languages"],
  models: ["contract"],
  host: ["contract"],
  story: ["contract"],
  report: ["contract", "story"],
  "repo-map": ["contract"],
  testkit: ["contract"],
  cli: ["contract", "languages", "planner", "factory", "models", "host", "story", "report", "repo-map"],
  faults: ["contract", "languages", "planner", "factory", "models", "host", "story", "report", "cli", "testkit"],
};

/** Packages that touch no platform at all. */
const PURE = new Set(["contract", "languages", "planner", "factory", "story", "report", "repo-map"]);

/**
 * What a file imports though it must not. Tests may import testkit and Node.
 * @param {string} path relative to the workspace's root: `packages/<name>/src/…`
 * @param {string} source the file's text
 * @returns {string[]} a sentence for each forbidden import
 */
export const forbiddenImports = (path, source) => {
  const name = path.split("/")[1] ?? "";
  const isTest = /\.(test|fixture)\.ts$/.test(path) || path.startsWith("packages/cli/e2e/");
  const allowed = new Set([name, ...(MAY_IMPORT[name] ?? []), ...(isTest ? ["testkit"] : [])]);
  const faults = [];
  for (const { fileName: specifier } of ts.preProcessFile(source, true, true).importedFiles) {
    const target = packageOf(path, specifier);
    if (target !== null && !allowed.has(target))
      faults.push(`${path}: ${name} must not import ${target} (${specifier})`);
    if (specifier.startsWith("node:") && PURE.has(name) && !isTest) {
      faults.push(`${path}: ${name} is pure and must not import ${specifier}`);
    }
  }
  return faults;
};

/** The workspace package that a specifier leads to, by name or by path, or null for anything else. */
const packageOf = (path, specifier) => {
  const named = /^@llmch\/([^/]+)/.exec(specifier)?.[1];
  if (named !== undefined) return named;
  if (!specifier.startsWith(".")) return specifier === "llmch" ? "cli" : null;
  const parts = normalize(join(dirname(path), specifier)).split(sep);
  return parts[0] === "packages" ? (parts[1] ?? null) : null;
};
