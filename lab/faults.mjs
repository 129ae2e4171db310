// Attacks the built llmch with faults of every kind, and prints a table: kind, trials, faults, failures (`pnpm test:faults`). With
// --built as the first argument it uses the existing build. With --everywhere there are up to four tables: as root and as an ordinary
// user, each with bubblewrap and without.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ES_MODULES } from "../scripts/build/for-node.mjs";

const [first, ...rest] = process.argv.slice(2);
const isBuilt = first === "--built";
if (!isBuilt) await import("../scripts/build.mjs");
const given = isBuilt ? rest : process.argv.slice(2);
const wanted = given.filter((argument) => argument !== "--everywhere");

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outdir = join(root, "packages/faults/dist");
const entryPoints = ["main.ts", "lock-races/racer.ts"].map((name) => join(root, "packages/faults/src", name));
await build({ ...ES_MODULES, entryPoints, entryNames: "[name]", outdir });
// The code looks for the rude programs beside itself.
cpSync(join(root, "packages/testkit/src/programs"), outdir, { recursive: true });

/** Prints one table. Returns its exit code. */
const strike = (options) => {
  const { status } = spawnSync(process.execPath, [join(outdir, "main.js"), ...wanted], {
    stdio: "inherit",
    ...options,
  });
  return status ?? 1;
};

/** The user that owns nothing on most machines. */
const NOBODY = 65534;

/** Every program of the PATH except bubblewrap, as links in a folder. */
const withoutBubblewrap = (folder) => {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const linked = new Set();
  for (const from of (process.env.PATH ?? "").split(delimiter).filter((entry) => entry !== "")) {
    for (const name of namesIn(from)) {
      if (name === "bwrap" || linked.has(name)) continue;
      linked.add(name);
      symlinkSync(join(from, name), join(programs, name));
    }
  }
  return programs;
};

const namesIn = (folder) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const strikeEverywhere = () => {
  const folder = mkdtempSync(join(tmpdir(), "llmch-faults-surroundings-"));
  chmodSync(folder, 0o755);
  const programs = withoutBubblewrap(folder);
  const home = join(folder, "home");
  mkdirSync(home);
  chmodSync(home, 0o777);
  const users = process.getuid?.() === 0 ? [{}, { uid: NOBODY, gid: NOBODY }] : [{}];
  const paths = [process.env.PATH ?? "", programs];
  const codes = users.flatMap((user) =>
    paths.map((PATH) => strike({ ...user, env: { ...process.env, PATH, ...("uid" in user ? { HOME: home } : {}) } })),
  );
  rmSync(folder, { recursive: true, force: true });
  return Math.max(...codes);
};

process.exitCode = given.includes("--everywhere") ? strikeEverywhere() : strike({});
