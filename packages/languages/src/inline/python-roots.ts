/** A folder with one of them can be installed, and then is imported from wherever its layout puts the packages. */
const MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/;
/** Where packages are beside their manifest: modules and packages without an `__init__.py` are found there too. */
const SOURCE_FOLDERS = ["", "src", "lib", "python", "source"];
const PACKAGE = "/__init__.py";

/**
 * The folders, besides the root, from which the Python packages of a repo are imported once they are installed, as its listing
 * shows: those of common layouts beside a manifest and, in a repo with a manifest, the parents of its outermost packages,
 * because a manifest may name any folder. Each ends in a slash.
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
