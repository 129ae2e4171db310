import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeOf } from "./measure.mjs";

const CHECK = "sleep 0.05\n";
const LINES = Array.from({ length: 20 }, (_, at) => `  if (a + ${at} < b) a = a * ${at + 2};\n`).join("");
const CODE = `export const mix = (a, b) => {\n${LINES}  return a;\n};\n`;

/**
 * Carries out an order of many lines with checks of 50 ms. Returns the command that makes 30 of its lines wrong, all of which pass both
 * checks: nothing takes longer.
 * @param {string[]} llmch
 * @param {string} place an empty folder
 * @param {(path: string) => void} commitAll
 * @returns {import("./measure.mjs").Measured}
 */
export const strengthOfOrder = (llmch, place, commitAll) => {
  const repo = join(place, "repo");
  mkdirSync(join(repo, "scripts"), { recursive: true });
  for (const name of ["verify.sh", "accept.sh"]) writeFileSync(join(repo, "scripts", name), CHECK);
  commitAll(repo);
  const order = {
    ...{ id: "WO-01", title: "Mix", intent: "Mix two numbers.", preconditions: [], forbidden: [], context_files: [] },
    ...{ postconditions: [{ kind: "file_exists", path: "mix.js" }], allowed_files: ["mix.js"], notes: null },
    acceptance_commands: ["bash scripts/accept.sh", "test -f mix.js"],
  };
  const base_sha256 = createHash("sha256").update("").digest("hex");
  const answer = { summary: "Mixed.", writes: [{ path: "mix.js", base_sha256, content: CODE }] };
  writeFileSync(join(place, "WO-01.json"), JSON.stringify(order));
  const exchange = { key: "WO-01/attempt-1", response: { text: JSON.stringify(answer) } };
  writeFileSync(join(place, "exchanges.jsonl"), `${JSON.stringify(exchange)}\n`);
  const artifacts = ["--artifacts-dir", join(place, "artifacts"), "--quiet"];
  const run = ["run", "WO-01.json", "--repo", repo, "--branch", "made", "--replay", "exchanges.jsonl", ...artifacts];
  timeOf({ argv: [...llmch, ...run], cwd: place });
  return { argv: [...llmch, "strength", "--mutants", "30", ...artifacts], cwd: place };
};
