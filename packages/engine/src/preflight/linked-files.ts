import { accepted, type Refusal, type Result, refusal, rejected, repoPath } from "@llmch/contract";

/**
 * Checks that the orders can write what they may write: no proposal writes a symbolic link, or through one (contract §5.2). Refuses an
 * order that may write nothing else; returns a warning for each other link.
 * @param tree of the commit that the work starts from
 */
export const checkLinks = (
  orders: readonly { readonly id: string; readonly allowed_files: readonly string[] }[],
  tree: readonly { readonly mode: string; readonly path: string }[],
): Result<readonly string[], Refusal> => {
  const links = new Set(tree.filter(({ mode }) => mode === LINK).map(({ path }) => path));
  if (links.size === 0) return accepted([]);
  const warnings: string[] = [];
  for (const { id, allowed_files } of orders) {
    const linked = allowed_files.flatMap((path) => beginnings(repoPath(path)).find((start) => links.has(start)) ?? []);
    const [first] = linked;
    if (first === undefined) continue;
    if (linked.length === allowed_files.length) {
      const message = `${id} may write only what it cannot: ${first} is a symbolic link`;
      return rejected(refusal("only-links", message, HINT));
    }
    warnings.push(...linked.map((link) => `${link} is a symbolic link, which ${id} cannot write: ${HINT}`));
  }
  return accepted([...new Set(warnings)]);
};

const LINK = "120000";
const HINT = "allow the file that the link leads to instead";

/** `a`, `a/b` and `a/b/c` for `a/b/c`; none for a path that is none. */
const beginnings = (path: string | null): readonly string[] =>
  path === null ? [] : path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
