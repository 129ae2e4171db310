// pnpm trial: rebuilds situations of three kinds of well-known repos, replays recorded answers in them, and prints what the model was
// shown and what its attempts were spent on. Exits with 1 if a reach is missed. Needs no key and no network,
// but git and Python.
//
//   node lab/trial.mjs [--cli FILE] [NAME...]   another llmch; some of the situations
//   node lab/trial.mjs replay REPO COMMIT... --accept COMMAND [--setup COMMAND]
//     instead: carries out commits of a repo on this machine again, whose own answers should land
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { abortSignals } from "./trial/abort-signals.mjs";
import { deprecatedParameters } from "./trial/deprecated-parameters.mjs";
import { helpGroups } from "./trial/help-groups.mjs";
import { replayCommit } from "./trial/replay.mjs";
import { makeScene } from "./trial/scene.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const several = { type: "string", multiple: true, default: [] };
const { values, positionals } = parseArgs({
  options: { cli: { type: "string" }, accept: several, setup: several },
  allowPositionals: true,
});
const cli = [process.execPath, resolve(values.cli ?? join(root, "packages/cli/bin/llmch.js"))];
const SITUATIONS = {
  "help-groups": helpGroups,
  "abort-signals": abortSignals,
  "deprecated-parameters": deprecatedParameters,
};

if (positionals[0] === "replay") {
  const [, from, ...commits] = positionals;
  const place = mkdtempSync(join(tmpdir(), "llmch-replay-"));
  for (const commit of commits) {
    const { exitCode, output, isSame } = replayCommit(cli, join(place, commit), {
      ...{ from: resolve(from), commit },
      ...{ setup: values.setup, accept: values.accept },
    });
    process.stdout.write(`${commit}  exit ${exitCode}${isSame ? ", the same files" : ""}\n${output}\n`);
    if (!isSame) process.exitCode = 1;
  }
  process.stdout.write(`records are in ${place}\n`);
  process.exit();
}

const unknown = positionals.find((name) => !Object.hasOwn(SITUATIONS, name));
if (unknown !== undefined) {
  process.stderr.write(`there is no situation ${unknown}; there are ${Object.keys(SITUATIONS).join(", ")}\n`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "llmch-trial-"));
let scenes = 0;
const scene = (files) => {
  const place = join(folder, String(scenes++));
  mkdirSync(place);
  return makeScene(place, files, cli);
};

const wanted = Object.entries(SITUATIONS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const started = performance.now();
try {
  const rows = await Promise.all(
    wanted.map(async ([name, situation]) => (await situation({ scene, folder })).map((row) => ({ name, ...row }))),
  );
  let missed = 0;
  for (const { name, what, value, unit, reach, ok, sign } of rows.flat()) {
    if (!ok) missed += 1;
    const figure = `${Number.isInteger(value) ? value : value.toFixed(1)}${unit}`;
    const bound = `(${sign} ${reach}${unit})`;
    process.stdout.write(
      `${(ok ? "reached" : "MISSED").padEnd(8)}${figure.padStart(9)}  ${bound.padEnd(12)}  ${name.padEnd(22)}  ${what}\n`,
    );
  }
  process.stdout.write(
    `${rows.flat().length} figures, ${missed} missed, ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
  );
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
