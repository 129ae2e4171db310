import { VERIFY_SCRIPT } from "@llmch/languages";
import { byCodePoint } from "@llmch/text";
import { isPassedOver } from "./passed-over.ts";

/** Names of manifests, the most informative first. They may be in any folder; those in the root come first. */
const MANIFESTS = [
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
];
/** How a test runner is set up. */
const RUNNER =
  /^(?:(?:vitest|vite|jest|playwright|karma|ava|wtr|web-test-runner)\.(?:config|conf|workspace)\.(?:[cm]?[jt]s|json)|\.mocharc\.\w+|noxfile\.py|conftest\.py|phpunit\.xml(?:\.dist)?|\.rspec)$/;
const RANKS: ReadonlyMap<string, number> = new Map(MANIFESTS.map((name, rank) => [name, rank]));

/** Always shown besides the verify script: what the product is. Repos spell README in many ways. */
const README = /^readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;

export const isReadme = (path: string): boolean => README.test(path);

/** Folders that are not part of the product: a manifest there says nothing about the repo. */
const BESIDE_THE_PRODUCT =
  /(?:^|\/)(?:examples?|samples?|demos?|docs?|tests?|__tests__|spec|fixtures|testdata|templates?|bench(?:marks?)?|external|deps)\//i;

/**
 * The files of a repo's listing whose texts a map shows: its manifests, the configuration of its test runners, its verify script and the root's README. At most `most`, shallow
 * ones first. Includes manifests of examples, fixtures and vendored code only if there are no others.
 */
export const tellingFiles = (listing: readonly string[], most: number): readonly string[] => {
  const found = listing.flatMap((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const rank = RANKS.get(name) ?? (RUNNER.test(name) ? MANIFESTS.length : undefined);
    return rank === undefined ? [] : [{ path, rank, depth: path.split("/").length }];
  });
  const own = found.filter(({ path }) => !BESIDE_THE_PRODUCT.test(path) && !isPassedOver(path));
  const manifests = (own.length > 0 ? own : found)
    .sort((a, b) => a.depth - b.depth || a.rank - b.rank || byCodePoint(a.path, b.path))
    .map(({ path }) => path);
  const readmes = listing.filter((path) => README.test(path)).sort(byCodePoint);
  const always = [...readmes, ...listing.filter((path) => path === VERIFY_SCRIPT)].slice(0, most);
  return [...manifests.slice(0, most - always.length), ...always];
};
