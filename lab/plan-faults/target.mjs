import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeTree } from "./trees.mjs";

/** Nothing of the machine but its programs. */
const environment = (/** @type {string} */ folder) => ({
  ...Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
  ),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Plan",
  GIT_AUTHOR_EMAIL: "plan@localhost",
  GIT_COMMITTER_NAME: "Plan",
  GIT_COMMITTER_EMAIL: "plan@localhost",
  LLMCH_CONFIG: "/dev/null",
  XDG_STATE_HOME: join(folder, "state"),
});

/**
 * Makes a plan's spec and its repo with one commit; the result asks the built llmch there for a command's JSON document.
 * @param {string} folder where everything is written
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {readonly string[]} cli the words that start llmch
 */
export const makeTarget = (folder, { repo, spec }, cli) => {
  const env = environment(folder);
  const place = join(folder, "repo");
  const git = (/** @type {readonly string[]} */ ...words) =>
    execFileSync("git", words, { cwd: place, env, stdio: "ignore" });
  mkdirSync(place, { recursive: true });
  writeTree(place, repo);
  git("init", "--quiet", "--template=", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "Start");
  writeFileSync(join(folder, "spec.txt"), spec);
  return async (/** @type {readonly string[]} */ ...words) =>
    JSON.parse(await outputOf([...cli, ...words, "--repo", place, "--json"], folder, env));
};

/** @returns {Promise<string>} */
const outputOf = (
  /** @type {readonly string[]} */ [program = "", ...words],
  /** @type {string} */ cwd,
  /** @type {any} */ env,
) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (output += part));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
