import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** A real git repo in a temporary folder, with its own home: no settings of this machine's user reach it. */
export interface ThrowawayRepo {
  readonly path: string;
  /** The folder around it, for linked worktrees and remotes. */
  readonly folder: string;
  /** The environment for everything that runs git there. */
  readonly env: Readonly<Record<string, string>>;
  /** Git's output, without the newline at the end. Throws if git fails. */
  git(...args: string[]): string;
  write(path: string, content: string | Buffer): void;
  read(path: string): string;
  has(path: string): boolean;
  /** Commits everything, and returns the commit. */
  commit(message?: string): string;
  remove(): void;
}

const GIT_CONFIG = "[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n";

/** Makes a repo on the branch `main` with one commit of the given files; no commit if there are no files. */
export const throwawayRepo = (files: Readonly<Record<string, string>> = { "README.md": "hello\n" }): ThrowawayRepo => {
  const { path: folder, remove } = temporaryFolder();
  for (const [name, content] of templateOf(files)) {
    if (content === null) mkdirSync(join(folder, name), { recursive: true });
    else writeFileSync(join(folder, name), content);
  }
  return { ...repoIn(folder), remove };
};

/** What a folder holds, by path. Null stands for a folder, which comes before its content. */
type Template = readonly (readonly [path: string, content: Buffer | null])[];

/** Writing the files that git made is several times faster than asking git to make them again. */
const templates = new Map<string, Template>();

const templateOf = (files: Readonly<Record<string, string>>): Template => {
  const key = JSON.stringify(Object.entries(files));
  const made = templates.get(key) ?? makeTemplate(files);
  templates.set(key, made);
  return made;
};

const makeTemplate = (files: Readonly<Record<string, string>>): Template => {
  const { path: folder, remove } = temporaryFolder();
  mkdirSync(join(folder, "repo"));
  mkdirSync(join(folder, "home"));
  writeFileSync(join(folder, "home/.gitconfig"), GIT_CONFIG);
  const repo = repoIn(folder);
  repo.git("init", "--quiet", "--template=");
  for (const [name, content] of Object.entries(files)) repo.write(name, content);
  if (Object.keys(files).length > 0) repo.commit("start");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const template = paths.map((path): Template[number] => {
    const isFolder = statSync(join(folder, path)).isDirectory();
    return [path, isFolder ? null : readFileSync(join(folder, path))];
  });
  remove();
  return template;
};

const repoIn = (folder: string): Omit<ThrowawayRepo, "remove"> => {
  const path = join(folder, "repo");
  const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: join(folder, "home"), GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: path, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trimEnd();
  const write: ThrowawayRepo["write"] = (name, content) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  };
  return {
    path,
    folder,
    env,
    git,
    write,
    read: (name) => readFileSync(join(path, name), "utf8"),
    has: (name) => existsSync(join(path, name)),
    commit: (message = "change") => {
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
  };
};
