import { beginningsOf, repoPath } from "@llmch/contract";

/**
 * Files that the orders may write by their `allowed_files`, but that no proposal can: it writes no symbolic link, and none through one
 * (contract §5.2). One sentence each.
 * @param tree of the commit that the work starts from
 */
export const linkedFiles = (
  orders: readonly { readonly id: string; readonly allowed_files: readonly string[] }[],
  tree: readonly { readonly mode: string; readonly path: string }[],
): readonly string[] => {
  const links = new Set(tree.filter(({ mode }) => mode === LINK).map(({ path }) => path));
  if (links.size === 0) return [];
  const told = orders.flatMap(({ id, allowed_files }) =>
    allowed_files
      .flatMap((path) => beginningsOf(repoPath(path) ?? "").find((start) => links.has(start)) ?? [])
      .map(
        (link) => `${link} is a symbolic link, which ${id} cannot write: allow the file that the link leads to instead`,
      ),
  );
  return [...new Set(told)];
};

const LINK = "120000";
