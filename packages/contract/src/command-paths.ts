import { normalizePath, spellingFold } from "./repo-path.ts";

/** What a command's text may mean by files, in one spelling of each name. */
export interface CommandPaths {
  /** A file or a folder, from any folder of the repo: `tests/unit`, and `pkg/mod` for `pkg.mod`. */
  readonly places: readonly string[];
  /** A file alone, with or without its ending: `pkg/mod` for `pkg.mod.name`. */
  readonly files: readonly string[];
  /** Folders that are run as packages on the way to a module: `pkg` for `pkg.mod`. */
  readonly packages: readonly string[];
}

/**
 * The files and folders that a command may run, read or import. Nothing is parsed: whatever has the form of a path, a module or a
 * name counts, also inside a program, so that the same text means the same on every machine. To take too much costs an order some
 * time; to take too little lets it work without what it rests on.
 */
export const commandPaths = (command: string): CommandPaths => {
  const words = new Set(command.replace(NO_PATHS, " ").match(WORD)?.map(bareWord));
  const places = new Set<string>();
  const files = new Set<string>();
  const packages = new Set<string>();
  for (const word of words) {
    if (/^\.*$/.test(word)) continue;
    const name = spellingFold(word);
    places.add(name);
    const stem = name.replace(/(?<=[^/])\.[CM]?JSX?$/, "");
    // A compiler replaces the ending of a script.
    if (stem !== name) files.add(stem);
    if (!DOTTED.test(word)) continue;
    const parts = name.split(".").slice(0, MOST_PARTS);
    places.add(parts.join("/"));
    for (let count = 1; count < parts.length; count++) {
      const outer = parts.slice(0, count).join("/");
      packages.add(outer);
      if (count > 1) files.add(outer);
    }
  }
  return { places: [...places], files: [...files], packages: [...packages] };
};

/** What is no file's name: that of a program where a command begins, that of a task, and what belongs to Node. */
const PROGRAM = /(?:^|[;&|(`'"])\s*[\w+-]+(?=\s|$)/;
const TASK =
  /(?<![\w./-])(?:npm|pnpm|yarn|bun|deno|make|just|task|go|cargo|mvn|gradlew?|dotnet|mix|swift|rake|bundle)(?:\s+-[^\s]+)*\s+(?:(?:run|run-script|exec|task)\s+)?[\w:-]+(?![\w./:-])/;
const NODE_MODULE = /\bnode:[\w/]+/;
const NO_PATHS = new RegExp([TASK, NODE_MODULE, PROGRAM].map(({ source }) => source).join("|"), "g");
const WORD = /[\p{L}\p{M}\p{N}_.@+-]+(?:\/+[\p{L}\p{M}\p{N}_.@+-]+)*/gu;
/** No module is deeper. */
const MOST_PARTS = 16;
/** A module of Python, or a name that is taken from one. */
const DOTTED = /^[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)+$/u;

/** The word in its normal form, without `../` at its front, since a command may change its folder, and without Go's `/...`. */
const bareWord = (word: string): string => normalizePath(word.replace(/\/\.\.\.$/, "")).replace(/^(?:\.\.\/)+/, "");
