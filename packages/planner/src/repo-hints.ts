import { quoteAsData } from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";

/** How much a prompt is told of a repo. */
export type HintSettings = Pick<PlannerSettings, "listed_paths" | "shown_files" | "shown_characters">;

/** Files that say what a repo is, the most telling first. A name is looked for in every folder, the root before others. */
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
/** Shown whatever else there is: what the product is, and how it is verified. */
const ALWAYS: ReadonlySet<string> = new Set(["README.md", "README.rst", "README.txt", "README", "scripts/verify.sh"]);

/**
 * The files whose texts `repoHints` wants, out of a repo's listing: its manifests, its verify script and the root's
 * README; so many at most, shallow ones first.
 */
export const hintFiles = (listing: readonly string[], most: number): readonly string[] => {
  const rank = (path: string) => TELLING.findIndex((name) => path === name || path.endsWith(`/${name}`));
  const wanted = listing
    .map((path) => ({ path, rank: rank(path), depth: path.split("/").length }))
    .filter(({ path, rank }) => rank !== -1 && (TELLING.includes(path) || !ALWAYS.has(TELLING[rank] ?? "")))
    .sort((a, b) => a.depth - b.depth || a.rank - b.rank || compare(a.path, b.path))
    .map(({ path }) => path);
  const always = wanted.filter((path) => ALWAYS.has(path)).slice(0, most);
  const others = wanted.filter((path) => !ALWAYS.has(path));
  return [...others.slice(0, most - always.length), ...always];
};

/**
 * What the planner's prompt says of the target repo: a bounded listing and the heads of its telling files, all quoted
 * as data. The same listing and texts give the same bytes, in whatever order they come.
 */
export const repoHints = (
  listing: readonly string[],
  texts: Readonly<Record<string, string>>,
  { listed_paths, shown_files, shown_characters }: HintSettings,
): string => {
  const shown = shallowFirst(listing).slice(0, listed_paths).sort(compare);
  const left = listing.length - shown.length;
  const heading =
    listing.length === 0
      ? "The repository has no files."
      : `The repository has ${listing.length} files${left === 0 ? "" : `; ${left} of them, the deepest, are left out here`}.`;
  const heads = hintFiles(listing, shown_files).flatMap((path) => {
    const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
    return text === undefined ? [] : [quoteAsData(`file ${oneLine(path)}`, head(text, shown_characters))];
  });
  const paths = shown.length === 0 ? [] : [quoteAsData("listing", shown.map(oneLine).join("\n"))];
  return [heading, ...paths, ...heads].join("\n\n");
};

const shallowFirst = (listing: readonly string[]): string[] =>
  listing
    .map((path) => ({ path, depth: path.split("/").length }))
    .sort((a, b) => a.depth - b.depth || compare(a.path, b.path))
    .map(({ path }) => path);

const head = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n(cut here: ${text.length - most} more characters)`;

/** A path with line breaks or other control characters is shown as JSON, so that it stays one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const oneLine = (path: string): string => (/[\u0000-\u001f\u007f-\u009f]/.test(path) ? JSON.stringify(path) : path);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
