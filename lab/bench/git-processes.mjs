import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeOf } from "./measure.mjs";

/**
 * How many git processes a command starts, counted by a script in git's place.
 * @param {import("./measure.mjs").Measured} measured
 * @param {string} place a folder outside the repo
 */
export const gitProcesses = (measured, place) => {
  const bin = join(place, "counting");
  const file = join(place, "git-processes");
  const git = execFileSync("/bin/sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho >>'${file}'\nexec '${git}' "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  writeFileSync(file, "");
  timeOf({ ...measured, env: { ...measured.env, PATH: `${bin}:${process.env.PATH}` } });
  return readFileSync(file, "utf8").length;
};
