/**
 * Tells which paths a pattern matches; `*` is anything within a name. A pattern with a slash is a path from the root, one without is a name
 * at any depth. Never backtracks: patterns and names come from repos, and a regular expression made from them could take for ever.
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

/** Tells which names a pattern matches; `*` is anything. For each piece, the leftmost match is as good as any. */
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
