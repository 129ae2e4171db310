import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Longer than any of the commands takes on a busy machine; a command that hangs has failed. */
const PATIENCE_MS = 60_000;

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} files by path
 */
export const writeTree = (folder, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

/**
 * Whether a command ends with 0 in the folder.
 * @param {readonly string[]} words
 * @param {string} folder
 * @returns {Promise<boolean>}
 */
export const holds = ([program = "", ...words], folder) =>
  new Promise((resolve) => {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
    const child = spawn(program, words, { cwd: folder, env, stdio: "ignore", timeout: PATIENCE_MS });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });

/**
 * Does the jobs in parallel, a few at a time; the results are in their order.
 * @template Job, Result
 * @param {readonly Job[]} jobs
 * @param {number} atOnce
 * @param {(job: Job) => Promise<Result>} doIt
 */
export const sideBySide = async (jobs, atOnce, doIt) => {
  /** @type {Result[]} */
  const results = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < jobs.length; index = next++) {
      const job = jobs[index];
      if (job !== undefined) results[index] = await doIt(job);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
};
