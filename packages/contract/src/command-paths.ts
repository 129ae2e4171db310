import { normalizePath, spellingFold } from "./repo-path.ts";

/** The files that a command's text may refer to, each name in one normal spelling. */
export interface CommandPaths {
  /** A file or folder, relative to any folder of the repo: `tests/unit`, and `pkg/mod` for `pkg.mod`. */
  readonly places: readonly string[];
  /** Only a file, with or without its extension: `pkg/mod` for `pkg.mod.name`. */
  readonly files: readonly string[];
  /** Packages that run on the way to a module: `pkg` for `pkg.mod`. */
  readonly packages: readonly string[];
}

/**
 * The files and folders that a command may run, read or import. Nothing is parsed: anything that looks like a path, a module or a name
 * counts, even inside a program, so the same text means the same on every machine. Too many matches cost an order some time; too few would
 * let it start without something it depends on.
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
    // A compiler replaces a script's extension.
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

/** Words that are never file names: a program at the start of a command, a task, and Node's modules. */
const PROGRAM = /(?:^|[;&|(`'"])\s*[\w+-]+(?=\s|$)/;
const TASK =
  /(?<![\w./-])(?:npm|pnpm|yarn|bun|deno|make|just|task|go|cargo|mvn|gradlew?|dotnet|mix|swift|rake|bundle)(?:\s+-[^\s]+)*\s+(?:(?:run|run-script|exec|task)\s+)?[\w:-]+(?![\w./:-])/;
const NODE_MODULE = /\bnode:[\w/]+/;
const NO_PATHS = new RegExp([TASK, NODE_MODULE, PROGRAM].map(({ source }) => source).join("|"), "g");
const WORD = /[\p{L}\p{M}\p{N}_.@+-]+(?:\/+[\p{L}\p{M}\p{N}_.@+-]+)*/gu;
/** Modules are not nested deeper than this. */
const MOST_PARTS = 16;
/** A Python module, or a name imported from one. */
const DOTTED = /^[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)+$/u;

/** The normalized word. Drops leading `../`, since a command may change its folder, and Go's trailing `/...`. */
const bareWord = (word: string): string => normalizePath(word.replace(/\/\.\.\.$/, "")).replace(/^(?:\.\.\/)+/, "");
