/** A folder with one of these can be installed. Its packages can then be imported from wherever its layout puts them. */
const MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/;
/** Common places of packages relative to their manifest. Modules and packages without an `__init__.py` are found there too. */
const SOURCE_FOLDERS = ["", "src", "lib", "python", "source"];
const PACKAGE = "/__init__.py";

/**
 * The folders other than the root from which a repo's Python packages are imported once installed, going by its listing: those of common
 * layouts next to a manifest, and, because a manifest may name any folder, the parents of the outermost packages in a repo with a manifest.
 * Each ends in a slash.
 */
export const pythonRoots = (repoFiles: readonly string[]): readonly string[] => {
  const manifests = repoFiles.filter((path) => MANIFEST.test(path));
  if (manifests.length === 0) return [];
  const beside = manifests.flatMap((path) => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    return SOURCE_FOLDERS.map((name) => (name === "" ? folder : `${folder}${name}/`));
  });
  const packages = new Set(
    repoFiles.flatMap((path) => (path.endsWith(PACKAGE) ? [path.slice(0, -PACKAGE.length)] : [])),
  );
  const around = [...packages].map(parentOf).filter((folder) => !packages.has(folder.slice(0, -1)));
  return [...new Set([...beside, ...around])].filter((folder) => folder !== "");
};

const parentOf = (folder: string): string => folder.slice(0, folder.lastIndexOf("/") + 1);
