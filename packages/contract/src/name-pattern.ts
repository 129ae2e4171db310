/**
 * Tells which paths a pattern means, in which `*` is anything within a name. A pattern with a slash is a path from the root, one
 * without a name at any depth. Nothing is ever tried twice: patterns and names come from repos, and a regular expression made from them
 * could take for ever.
 */
export const pathPattern = (pattern: string): ((path: string) => boolean) => {
  const names = pattern.split("/").map(namePattern);
  const [only] = names;
  if (names.length === 1 && only !== undefined) return (path) => only(path.slice(path.lastIndexOf("/") + 1));
  return (path) => {
    const parts = path.split("/");
    return parts.length === names.length && names.every((fits, index) => fits(parts[index] ?? ""));
  };
};

/** Tells which names a pattern means, in which `*` is anything. The leftmost place of each piece is as good as any other. */
export const namePattern = (pattern: string): ((name: string) => boolean) => {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return (name) => name === pattern;
  const between = rest.filter((piece) => piece !== "");
  const least = pattern.length - rest.length - 1;
  return (name) => {
    if (name.length < least || !name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const piece of between) {
      const found = name.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at <= name.length - last.length;
  };
};
