import { commands } from "./command-kinds.ts";
import { type DeriveSetting, deriveSettings, filePaths } from "./derive-kinds.ts";
import { type Kind, listOf, oneOf, textOf, yesOrNo } from "./kind.ts";
import { setting } from "./setting.ts";

const NOTHING_DERIVED: readonly DeriveSetting[] = [];
const NO_COMMANDS: readonly string[] = [];
const NO_FILES: readonly string[] = [];
/** The files in which package managers record the versions that they chose. */
const LOCKFILES: readonly string[] = [
  ...["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"],
  ...["uv.lock", "poetry.lock", "requirements*.txt"],
  ...["go.sum", "Cargo.lock", "pom.xml", "*.gradle", "*.gradle.kts", "composer.lock", "Gemfile.lock"],
];
const FOLDERS: readonly string[] = ["node_modules", ".venv", "venv", "vendor"];

/** A name, found at any depth, or a path from the root; in a name, `*` stands for anything. */
const place = (words: string, form: RegExp): Kind<readonly string[]> =>
  listOf(textOf(words, form), `a list, each ${words}`);
const NAME = String.raw`(?!\.{1,2}(?:/|$)|\.git(?:/|$))[^/\\\p{Cc}]+`;

/** How a run's worktree gets what its commands depend on. */
export const SETUP_SETTINGS = {
  commands: setting(
    commands(),
    NO_COMMANDS,
    "The commands that install what the repo depends on, in the worktree, before the first order; in a variable one a line.",
  ),
  lockfiles: setting(
    place("a file's name or path, such as requirements*.txt", new RegExp(`^${NAME}(?:/${NAME})*$`, "u")),
    LOCKFILES,
    "Tracked files that decide the installation: it is repeated if one of them, or a command, has changed. A name counts at any depth.",
  ),
  folders: setting(
    place("a folder's name or path, such as node_modules", new RegExp(`^${NAME}(?:/${NAME})*$`, "u")),
    FOLDERS,
    "The folders that the commands make: these are kept for later runs, and nothing else is. A name counts at any depth.",
  ),
  derive: setting(
    deriveSettings(place("a file's name or path, such as package.json", new RegExp(`^${NAME}(?:/${NAME})*$`, "u"))),
    NOTHING_DERIVED,
    "Commands that make files of a commit, such as lock files, from the files that an order writes; they run as those of the setup do.",
  ),
  copy: setting(
    filePaths(),
    NO_FILES,
    "Files that the repo ignores and that its commands need, such as .env or generated code: each is copied into the worktree, where no model is shown it and no order may write it.",
  ),
  network: setting(
    yesOrNo(),
    true,
    "Whether the commands of the setup, and those that make files, may use the network in the sandbox.",
  ),
  share: setting(
    oneOf("auto", "reflink", "copy", "link"),
    "auto",
    "How your own dependency folders get into the worktree: a copy (by reflink if the disk can), or links to them; `auto` copies what is not larger than 64 MB, and without a sandbox, where links could be written through, all of it.",
  ),
} as const;
