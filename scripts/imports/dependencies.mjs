import { importsOf, isTestFile } from "./directions.mjs";

/**
 * The dependencies that a package declares and none of its files imports. Files that are not tests must import what is in `dependencies`;
 * for `devDependencies` any file counts. What the package's own `imports` (`#…`) lead to counts as imported, and so does a peer, which its
 * bundle imports.
 * @param {{ dependencies?: object, devDependencies?: object, peerDependencies?: object, imports?: object }} manifest the package's `package.json`
 * @param {ReadonlyMap<string, string>} sources the text of each of the package's files by its path from the workspace's root
 * @returns {string[]} a sentence for each, without the package's name
 */
export const staleDependencies = (manifest, sources) => {
  const inner = [...Object.values(manifest.imports ?? {}), ...Object.keys(manifest.peerDependencies ?? {})];
  const importedBy = (paths) => new Set([...inner, ...paths.flatMap((path) => importsOf(sources.get(path)))]);
  const paths = [...sources.keys()];
  const stale = (field, specifiers) =>
    Object.keys(manifest[field] ?? {})
      .filter((name) => ![...specifiers].some((specifier) => specifier === name || specifier.startsWith(`${name}/`)))
      .map((name) => `no file imports ${name} of ${field}`);
  return [
    ...stale("dependencies", importedBy(paths.filter((path) => !isTestFile(path)))),
    ...stale("devDependencies", importedBy(paths)),
  ];
};
