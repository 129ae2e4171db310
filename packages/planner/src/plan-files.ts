/** The files that exist at a point of a plan: the repo's listing, grown by each order's postconditions (contract §3). */
export interface PlanFiles {
  has(path: string): boolean;
  /** Who gives a file, in words: `the repo`, or the order's id. Undefined where nobody does so far. */
  giver(path: string): string | undefined;
  add(path: string, giver: string): void;
  /** True where a file lies below the path. */
  hasFolder(path: string): boolean;
  /** True where `import a.b` finds a file or a package, namespace packages included. */
  hasModule(dotted: string): boolean;
}

export const THE_REPO = "the repo";

export const planFiles = (repoFiles: readonly string[]): PlanFiles => {
  const givers = new Map<string, string>();
  const folders = new Set<string>();
  const packages = new Set<string>();
  const add = (path: string, giver: string) => {
    if (givers.has(path)) return;
    givers.set(path, giver);
    addParents(path, folders);
    if (path.endsWith(".py")) addParents(path, packages);
  };
  for (const path of repoFiles) add(path, THE_REPO);
  return {
    has: (path) => givers.has(path),
    giver: (path) => givers.get(path),
    add,
    hasFolder: (path) => folders.has(path),
    hasModule: (dotted) => {
      const path = dotted.replaceAll(".", "/");
      return givers.has(`${path}.py`) || packages.has(path);
    },
  };
};

/** Adds every folder above the path; stops at the first known one, whose own parents are known too. */
const addParents = (path: string, folders: Set<string>): void => {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const folder = path.slice(0, end);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
};
