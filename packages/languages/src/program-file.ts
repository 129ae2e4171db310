const PROGRAMS =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyx?|go|rs|java|kts?|scala|groovy|clj[cs]?|c|cc|cpp|cxx|h|hh|hpp|m|mm|cs|fs|vb|rb|php|swift|dart|zig|nim|exs?|erl|hs|mli?|lua|pl|pm|r|jl|sol)$/;
/** Configuration of tools in their own language, and type declarations. */
const SETTINGS = /(?:\.config|rc|\.conf)\.[cm]?[jt]s$|\.d\.[cm]?ts$|(?:^|\/)(?:setup|conftest)\.py$|\.gradle\.kts$/;

/**
 * True if a file's name shows that it contains a program, whose behaviour a command can test. Shell scripts, settings, data and texts do
 * not count.
 */
export const isProgramFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return PROGRAMS.test(name) && !SETTINGS.test(path);
};
