import { byCodePoint } from "./order.ts";

/** Files that tell what a repo is, the most telling first. Looks for a name in every folder, the root first. */
const TELLING = [
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "Gemfile",
  "composer.json",
  "mix.exs",
  "deno.json",
  "Package.swift",
  "CMakeLists.txt",
  "Makefile",
  "setup.py",
  "setup.cfg",
  "requirements.txt",
  "tox.ini",
  "pytest.ini",
  "tsconfig.json",
  "pnpm-workspace.yaml",
  "scripts/verify.sh",
  "README.md",
  "README.rst",
  "README.txt",
  "README",
];
const NAMES: ReadonlySet<string> = new Set(TELLING.map((name) => name.slice(name.lastIndexOf("/") + 1)));
/** Always shown: what the product is, and how it is verified. */
const ALWAYS: ReadonlySet<string> = new Set(["README.md", "README.rst", "README.txt", "README", "scripts/verify.sh"]);

/**
 * The files of a repo's listing whose texts a map shows: its manifests, its verify script and the root's README. At most so
 * many, shallow ones first.
 */
export const tellingFiles = (listing: readonly string[], most: number): readonly string[] => {
  const rank = (path: string) => TELLING.findIndex((name) => path === name || path.endsWith(`/${name}`));
  const wanted = listing
    .filter((path) => NAMES.has(path.slice(path.lastIndexOf("/") + 1)))
    .map((path) => ({ path, rank: rank(path), depth: path.split("/").length }))
    .filter(({ path, rank }) => rank !== -1 && (TELLING.includes(path) || !ALWAYS.has(TELLING[rank] ?? "")))
    .sort((a, b) => a.depth - b.depth || a.rank - b.rank || byCodePoint(a.path, b.path))
    .map(({ path }) => path);
  const always = wanted.filter((path) => ALWAYS.has(path)).slice(0, most);
  const others = wanted.filter((path) => !ALWAYS.has(path));
  return [...others.slice(0, most - always.length), ...always];
};
