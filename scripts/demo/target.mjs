// The repos that the demos work on, before the first order.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export const TARGET_FILES = {
  ".gitignore": "node_modules/\n",
  "README.md": "# evenly\n\nSplit the costs of a shared trip.\n",
};
export const SHELF_FILES = {
  ".gitignore": "node_modules/\n/shelf.txt\n",
  "README.md": "# shelf\n\nA reading list for the command line.\n",
};

/** Makes the repo at `directory` with these files in one commit on `main`; needs no git identity and ignores the user's git config. */
export const createTarget = (directory, files, env) => {
  const git = (...args) =>
    execFileSync("git", ["-c", "commit.gpgSign=false", "-c", "core.hooksPath=/dev/null", ...args], {
      cwd: directory,
      env: { ...env, ...IDENTITY },
      stdio: ["ignore", "ignore", "inherit"],
    });
  mkdirSync(directory, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
  git("init", "--quiet", "--template=");
  git("symbolic-ref", "HEAD", "refs/heads/main");
  git("config", "core.autocrlf", "false");
  git("add", "--force", "--", ...Object.keys(files));
  git("commit", "--quiet", "--message", `Start ${basename(directory)}`);
};

const IDENTITY = {
  GIT_AUTHOR_NAME: "Demo",
  GIT_AUTHOR_EMAIL: "demo@localhost",
  GIT_COMMITTER_NAME: "Demo",
  GIT_COMMITTER_EMAIL: "demo@localhost",
};
