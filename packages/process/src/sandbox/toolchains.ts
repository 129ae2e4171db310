import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isFolder, isInside, namesIn, realLocation } from "@llmch/files";
import type { Environment } from "@llmch/text";
import { ADDED } from "../environment/command-environment.ts";
import type { SandboxPlace } from "../program/sandbox.ts";

export interface ToolchainPlace extends Pick<SandboxPlace, "checkout" | "dependencies" | "environment"> {
  /** The user's home, links resolved. */
  readonly home: string;
  /** What is hidden unless it is shown. */
  readonly emptied: readonly string[];
}

/** Variables that do not name a toolchain, or that name a folder which tools write. */
const NO_TOOLCHAIN = /^(?:PATH|HOME|SHELL|TMPDIR|TMP|TEMP|XDG_\w+|GOCACHE|(?:PIP|UV)_CACHE_DIR|NPM_CONFIG_CACHE)$/i;
const PROGRAM_FOLDER = /^(?:s?bin|shims)$/;
/** What an installation has beside its `bin`. */
const BESIDE_PROGRAMS = ["lib", "lib64", "libexec", "share", "versions", "pyvenv.cfg"];
/** The outermost folder of packages on a path. */
const PACKAGES = /^.*?\/node_modules(?=\/|$)/;
const MAX_STEPS = 10;

/**
 * The hidden paths that programs need to keep working: the folders of well-known toolchains, the paths in PATH and toolchain
 * variables, and the targets of links there and in the dependency folders.
 */
export const toolchainPaths = (place: ToolchainPlace): readonly string[] => {
  const { environment, home, emptied, checkout, dependencies } = place;
  const found = new Set<string>();
  const isHidden = (path: string) => emptied.some((folder) => isInside(folder, path));
  const isFound = (path: string) => isInside(checkout, path) || [...found].some((folder) => isInside(folder, path));
  const add = (path: string) => {
    if (!path.startsWith("/") || !existsSync(path)) return;
    // By the name used, which may lead through links, and by its real one.
    const called = isInside(environment.HOME ?? home, path)
      ? join(home, relative(environment.HOME ?? home, path))
      : path;
    for (const each of [called, realLocation(path)]) if (isHidden(each)) found.add(each);
  };
  /** The installation that a program's folder belongs to, unless that would show far more: packages load each other. */
  const installation = (folder: string): string => {
    const packages = PACKAGES.exec(folder)?.[0];
    if (packages !== undefined && !holdsHidden(packages)) return packages;
    const around = dirname(folder);
    const isOne =
      PROGRAM_FOLDER.test(basename(folder)) && BESIDE_PROGRAMS.some((name) => existsSync(join(around, name)));
    return isOne && around !== join(home, ".local") && !holdsHidden(around) ? around : folder;
  };
  const holdsHidden = (folder: string) => emptied.some((hidden) => isInside(folder, hidden));
  const follow = (link: string) => {
    let at = link;
    for (let step = 0; step < MAX_STEPS; step++) {
      const target = targetOf(at);
      if (target === null) return;
      if (!isFound(target)) {
        const folder = isFolder(target) && !PACKAGES.test(target) ? target : installation(dirname(target));
        add(holdsHidden(folder) ? target : folder);
      }
      at = target;
    }
  };

  for (const name of TOOLCHAIN_FOLDERS) add(join(home, name));
  for (const [name, value] of Object.entries(environment))
    if (!NO_TOOLCHAIN.test(name)) for (const path of value.split(":")) add(path);
  const programs = (environment.PATH ?? "").split(":");
  for (const folder of programs) add(installation(folder));
  for (const folder of programs) if (isHidden(realLocation(folder))) for (const link of linksIn(folder)) follow(link);
  for (const path of dependencies) for (const link of dependencyLinks(join(checkout, path))) follow(link);
  return [...found];
};

/** The folders that toolchain variables name, and those around the programs of the PATH, hidden or not. */
export const namedFolders = (environment: Readonly<Record<string, string>>): readonly string[] => {
  const named = Object.entries(environment).filter(([name]) => !NO_TOOLCHAIN.test(name));
  const programs = (environment.PATH ?? "").split(":").filter((folder) => PROGRAM_FOLDER.test(basename(folder)));
  const folders = [...named.flatMap(([, value]) => value.split(":")), ...programs.map(dirname)];
  return [...new Set(folders)]
    .filter((path) => path.startsWith("/") && path !== "/" && isFolder(path))
    .map(realLocation);
};

/** Links in a dependency folder that may lead out of it: linked packages, and a virtual environment's interpreter. */
const dependencyLinks = (folder: string): readonly string[] => {
  if (basename(folder) !== "node_modules") return linksIn(join(folder, "bin"));
  const scopes = namesIn(folder).filter((name) => name.startsWith("@"));
  return [folder, ...scopes.map((name) => join(folder, name))].flatMap(linksIn);
};

const linksIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
};

/** The target of one link, which may be a link itself; null if it is not a link. */
const targetOf = (link: string): string | null => {
  try {
    return resolve(realLocation(dirname(link)), readlinkSync(link));
  } catch {
    return null;
  }
};

/**
 * Tells toolchains that there is no network, each in its own variable: they then use what is installed, instead of waiting for a
 * server, or failing because they cannot ask it for something newer. The user's own values take precedence.
 */
const OFFLINE: Readonly<Record<string, string>> = {
  CARGO_NET_OFFLINE: "true",
  GOPROXY: "off",
  MAVEN_ARGS: "-o",
  UV_OFFLINE: "1",
};

/** The variables that commands get for the sake of tools, and can do without: not those that the user has set. */
export const addedVariables = (env: Environment): readonly string[] => [
  ...Object.keys(ADDED),
  ...Object.keys(OFFLINE).filter((name) => env[name] === undefined),
];

/** An environment for commands without network. */
export const offlineEnvironment = (environment: Readonly<Record<string, string>>): Record<string, string> => ({
  ...OFFLINE,
  ...environment,
});

/**
 * Where toolchains are installed below a home, one or more folders per line: programs, compilers, interpreters and what they
 * load, but never settings, which may contain credentials.
 */
export const TOOLCHAIN_FOLDERS: readonly string[] = `
  .local/bin .local/lib
  .pyenv .local/share/uv .local/pipx .local/share/pipx .rye .pixi .poetry .local/share/pypoetry .cache/pypoetry/virtualenvs
  .virtualenvs .local/share/virtualenvs .conda miniconda3 anaconda3 miniforge3 mambaforge micromamba
  .nvm .fnm .local/share/fnm .volta .nodenv .npm-global .local/share/pnpm .cache/node/corepack .yarn .bun .deno .cache/deno
  .cache/ms-playwright .cache/puppeteer .cache/Cypress
  .cargo .rustup .elan
  go .goenv
  .rbenv .rvm .gem .local/share/gem
  .sdkman .jenv .jabba .m2/repository .m2/wrapper .ivy2/cache .cache/coursier .local/share/coursier
  .dotnet .nuget/packages
  .asdf .local/share/asdf .local/share/mise .local/share/rtx .proto
  .ghcup .cabal .stack .opam .juliaup .julia
  .mix .kerl .swiftly .phpenv .composer/vendor .config/composer/vendor perl5
  .linuxbrew .nix-profile .local/state/nix
`
  .trim()
  .split(/\s+/);
