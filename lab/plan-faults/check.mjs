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
 * Asks the built llmch what `check` finds in the plans for one repo and one spec.
 * @param {string} folder where the repo and the plans are written
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {readonly string[]} cli the words that start llmch
 */
export const checker = (folder, { repo, spec }, cli) => {
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
  let count = 0;

  /**
   * @param {unknown} manifest
   * @param {{ run: boolean }} how run: also the acceptance commands, on the repo as it stands
   * @returns {Promise<readonly import("./found.mjs").Finding[]>}
   */
  return async (manifest, { run }) => {
    const file = join(folder, `plan-${count++}.json`);
    writeFileSync(file, typeof manifest === "string" ? manifest : JSON.stringify(manifest));
    const words = [
      "check",
      file,
      "--repo",
      place,
      "--spec",
      join(folder, "spec.txt"),
      ...(run ? ["--run"] : []),
      "--json",
    ];
    const text = await outputOf([...cli, ...words], folder, env);
    const { errors, warnings } = JSON.parse(text);
    return [...errors, ...warnings];
  };
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
