const PYTHON = ["pyproject.toml", "setup.cfg", "setup.py", "tox.ini"];
const SCRIPT = ["package.json", "deno.json", "deno.jsonc"];
const C = ["CMakeLists.txt", "meson.build", "Makefile"];
const JAVA = ["pom.xml", "build.gradle", "build.gradle.kts"];

/** The manifests that define what `test` runs, by the extensions of the files that they apply to. */
const MANIFESTS: readonly (readonly [files: RegExp, names: readonly string[]])[] = [
  [/\.[cm]?[jt]sx?$/, SCRIPT],
  [/\.pyi?$/, PYTHON],
  [/\.rs$/, ["Cargo.toml"]],
  [/\.go$/, ["go.mod"]],
  [/\.(?:java|kts?|scala)$/, JAVA],
  [/\.(?:c|h|cc|hh|cpp|hpp|cxx|hxx)$/, C],
  [/\.exs?$/, ["mix.exs"]],
  [/\.swift$/, ["Package.swift"]],
  [/\.rb$/, ["Gemfile"]],
  [/\.php$/, ["composer.json"]],
];
const ANY = [...new Set(MANIFESTS.flatMap(([, names]) => names))];

/** True for a file by its name that says what a project depends on or what its tests run. */
export const isManifest = (path: string): boolean => ANY.includes(path.slice(path.lastIndexOf("/") + 1));

/** The manifest nearest to most of these files, in their folder or above it, preferably one for their language. Null if there is none. */
export const nearestManifest = (paths: readonly string[], tracked: ReadonlySet<string>): string | null => {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const names = MANIFESTS.find(([files]) => files.test(path))?.[1] ?? [];
    const found = above(path, names, tracked) ?? above(path, ANY, tracked);
    if (found !== null) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
};

const above = (path: string, names: readonly string[], tracked: ReadonlySet<string>): string | null => {
  for (let end = path.lastIndexOf("/"); ; end = path.lastIndexOf("/", end - 1)) {
    const folder = end <= 0 ? "" : path.slice(0, end + 1);
    const found = names.find((name) => tracked.has(folder + name));
    if (found !== undefined) return folder + found;
    if (end <= 0) return null;
  }
};
