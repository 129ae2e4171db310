/** How a command ended, with what shows whether its tools and packages are installed. */
export interface EndedCommand {
  /** Null if it did not end by itself. */
  readonly exitCode: number | null;
  /** Why it did not start; null if it did. */
  readonly startFault: string | null;
  readonly output: string;
}

type Kind = "program" | "package" | "part" | "module";

/** Messages that name what is missing: from a shell, `env`, make, Node, bundlers, tsc, Python, Go, Cargo, Maven, npx, Yarn, Bundler, Ruby. */
const NAMED: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:\S*(?:sh|bash|zsh|dash|\.sh)): (?:line )?(?:\d+: )?(?:exec: )?([^\s:]+): (?:command )?not found$/m, "program"],
  [/^(?:\S*\/)?env: [‘'"]?([^\s’'":]+)[’'"]?: No such file or directory$/m, "program"],
  [/^make(?:\[\d+\])?: ([^\s:]+): (?:No such file or directory|Command not found)$/m, "program"],
  [/\bnpx canceled due to missing packages.*\["([^"]+?)(?:@[^"@]*)?"/, "package"],
  [/^(?:bundler: )?command not found: (\S+)$/m, "program"],
  [/^(?:pyenv|rbenv|nodenv|plenv): ([^\s:]+): command not found$/m, "program"],
  [/\bCannot find package '([^']+)'/, "package"],
  // The program of an installed package lacks a file of its own. Other files of a package may look for the repo's.
  [
    /\bCannot find module '\.\.\/[^']*',?\n(?:# )?Require stack:\n(?:# )?- (\S*node_modules\/(?:@[^/\s]+\/)?[^/\s]+\/bin\/\S+)/,
    "part",
  ],
  // Without the text that must follow, the name is a file of the repo that Node runs or that a module imports by its path.
  [/\bCannot find module '([^']+)'(?= from '| or its corresponding |,?\n(?:# )?Require stack:\n(?:# )?- )/, "package"],
  [/\bCannot find module '([^']*node_modules\/[^']+)'/, "package"],
  [/\bFailed to resolve import "([^"]+)" from/, "package"],
  [/\bCannot find dependency '([^']+)'/, "package"],
  [/\bModuleNotFoundError: No module named '([^'.]+)/, "module"],
  [/^\S*python\S*: No module named ([^\s.]+)/m, "module"],
  [/\b(?:no required module provides package|cannot find module providing package) ([^\s;:]+)/, "package"],
  [/^error: no matching package named `([^`]+)` found$/m, "package"],
  [/\bCould not (?:transfer|find) artifact (\S+)/, "package"],
  [
    /^Could not find (?:gem ')?([^\s']+)(?:[^\n']*')? in (?:any of the sources|locally installed gems|cached gems)/m,
    "package",
  ],
  // A path from the root is the repo's own: require_relative.
  [/\bcannot load such file -- ([^\s/.]\S*) \(LoadError\)/, "package"],
  [/^error\[E0463\]: can't find crate for `([^`]+)`/m, "package"],
];

/** Messages that name nothing, but say that nothing is installed. */
const UNNAMED = new RegExp(
  [
    "\\bnode_modules missing\\b",
    "Couldn't find the node_modules state file",
    "Could not resolve dependencies for project",
    "Non-resolvable (?:parent|import) POM",
    "one of its dependencies could not be resolved",
    "Could not resolve all (?:files|dependencies|artifacts|task dependencies) for configuration",
    "\\b(?:failed to download|Could not resolve host)\\b",
  ].join("|"),
);

/** Programs that start the real one, and have none to start: rustup, pyenv and its like, asdf, mise, volta, nvm, and Go without its tools. */
const NO_VERSION = new RegExp(
  [
    "^error: rustup could not choose a version",
    "^error: (?:toolchain '[^']*' is not installed|no override and no default toolchain set)",
    "^(?:pyenv|rbenv|nodenv|plenv): version [`'][^']*' is not installed",
    "^No (?:preset )?version (?:is set|installed) for command ",
    "^mise ERROR ",
    "^To run any Node command, first set a default version using `volta",
    '^N/A: version "',
    "^go: cannot find GOROOT directory",
    '^go: no such tool "',
    "^go: .*\\b(?:toolchain not available|requires go >= )",
  ].join("|"),
  "m",
);

/** Test runners' output for tests that passed: then dependencies are installed, and anything missing is a test's fault. */
const PASSED =
  /^\s*(?:ok [1-9](?!.*# SKIP)|[✓✔√] |PASS |--- PASS|test .* \.\.\. ok$)|^# pass [1-9]|^ok\s+\S+\s+[\d.]+m?s|\b[1-9]\d* (?:passed|passing)\b/m;

/** Maven looked for a parent in the repo, and found another one in its place. */
const OWN_PARENT = /\bpoints at wrong local POM\b/;

/** A shell or make did not find a program. */
const NOT_FOUND = 127;
const MADE_NOT_FOUND = /^make.*\bError 127$/m;

/**
 * The missing tool or package that must be installed, as a clause: `the program xo is missing`. Null if the command failed for another
 * reason. Anything named by a path inside the repo is the repo's own, and not the machine's fault. Linear in the output.
 * @param isToCome true for a module that is missing because it is still to be written
 */
export const environmentFault = (
  { exitCode, startFault, output }: EndedCommand,
  isToCome: (name: string) => boolean = () => false,
): string | null => {
  if (startFault !== null) return startFault;
  const isNotFound = exitCode === NOT_FOUND || MADE_NOT_FOUND.test(output);
  if (exitCode === null || (PASSED.test(output) && !isNotFound) || OWN_PARENT.test(output)) return null;
  for (const [pattern, kind] of NAMED) {
    const name = pattern.exec(output)?.[1];
    if (name === undefined) continue;
    return isOwn(name, kind) || isToCome(name) ? null : `the ${WORDS[kind]} ${packageOf(name)} is missing`;
  }
  if (NO_VERSION.test(output)) return "an installed version of the program that it starts is missing";
  if (isNotFound) return OWN_NOT_FOUND.test(output) ? null : "a program is missing (exit code 127)";
  return UNNAMED.test(output) ? "what the repo depends on is not installed" : null;
};

const WORDS: Readonly<Record<Kind, string>> = {
  program: "program",
  package: "package",
  part: "rest of the package",
  module: "Python module",
};

/** A path outside installed packages. */
const isOwn = (name: string, kind: Kind): boolean =>
  (/^[./]/.test(name) || (kind === "program" && name.includes("/"))) && !name.includes("node_modules/");

/** A shell's message about a file in the repo: what it looks for on the PATH, it calls "not found", unless the name is a path. */
const OWN_NOT_FOUND = /: (?:[^\s:]+: (?:cannot execute: )?No such file or directory|[^\s:]*\/[^\s:]+: not found)$/m;

/** `/repo/node_modules/@a/b/c.js` belongs to the package `@a/b`. */
const packageOf = (name: string): string => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? name;
