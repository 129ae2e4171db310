// Prints the performance figures, each as a ratio against what it is run beside: medians of several runs.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare, peakMemory } from "./bench/measure.mjs";
import { manifestOf, scriptOf, writeOrders } from "./bench/plans.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = process.execPath;
const llmch = [node, join(root, "packages/cli/bin/llmch.js")];
const empty = { argv: [node, "-e", "0"] };
const folder = mkdtempSync(join(tmpdir(), "llmch-bench-"));
const RUNS = Number(process.env.BENCH_RUNS ?? 7);
let missed = 0;

const row = (what, value, unit, reach, detail) => {
  const ok = value <= reach;
  if (!ok) missed += 1;
  const figure = `${value.toFixed(2)}${unit}`.padStart(9);
  process.stdout.write(`${ok ? "reached" : "MISSED "} ${figure}  (reach ${reach}${unit})  ${what}  ${detail}\n`);
};
const ms = (value) => `${value.toFixed(0)} ms`;

/** A repo with one commit, an identity of its own, and a verify script that passes at once. */
const makeRepo = (path) => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, "scripts"), { recursive: true });
  writeFileSync(join(path, "README.md"), "# bench\n");
  writeFileSync(join(path, "scripts/verify.sh"), "set -eu\ntest -f README.md\n");
  const git = (...args) => execFileSync("git", ["-C", path, ...args], { stdio: "ignore" });
  git("init", "-q", "-b", "work");
  git("config", "user.name", "bench");
  git("config", "user.email", "bench@localhost");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
};

const measureCheck = () => {
  const file = (name, manifest) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(manifest, null, 2));
    return { argv: [...llmch, "check", path, "--quiet"] };
  };
  const thousand = file("1000.json", manifestOf(1000, { python: false }));
  const python = file("1000-python.json", manifestOf(1000, { python: true }));
  const tenThousand = file("10000.json", manifestOf(10_000, { python: false }));
  const plain = compare(thousand, empty, RUNS);
  row("check of 1,000 orders ÷ node -e 0", plain.ratio, "", 5, `${ms(plain.a)} ÷ ${ms(plain.b)}`);
  const inline = compare(python, empty, RUNS);
  row("check of 1,000 orders with python -c ÷ node -e 0", inline.ratio, "", 25, `${ms(inline.a)} ÷ ${ms(inline.b)}`);
  const linear = compare(tenThousand, thousand, RUNS);
  row("check of 10,000 orders ÷ 1,000", linear.ratio, "", 12, `${ms(linear.a)} ÷ ${ms(linear.b)}`);
};

const runAll = (count) => {
  const place = join(folder, `orders-${count}`);
  const { orders, exchanges, files } = writeOrders(place, count);
  const repo = join(place, "repo");
  const flags = ["--replay", exchanges, "--repo", repo, "--artifacts-dir", join(place, "artifacts"), "--quiet"];
  const measured = { argv: [...llmch, "run-all", orders, ...flags], cwd: place, prepare: () => makeRepo(repo) };
  return { measured, files, place };
};

try {
  const version = compare({ argv: [...llmch, "--version"] }, empty, Math.max(RUNS, 15));
  row("llmch --version ÷ node -e 0", version.ratio, "", 1.3, `${ms(version.a)} ÷ ${ms(version.b)}`);
  measureCheck();

  const twenty = runAll(20);
  const byHand = join(twenty.place, "by-hand");
  const script = join(twenty.place, "by-hand.sh");
  writeFileSync(script, scriptOf(twenty.files));
  const hand = { argv: ["bash", script], cwd: byHand, prepare: () => makeRepo(byHand) };
  const schedule = compare(twenty.measured, hand, RUNS);
  row("run-all of 20 orders ÷ a shell script", schedule.ratio, "", 3, `${ms(schedule.a)} ÷ ${ms(schedule.b)}`);

  const ten = peakMemory(runAll(10).measured, 3);
  const many = peakMemory(runAll(99).measured, 3);
  row("peak memory of 99 orders ÷ 10", many / ten, "", 1.2, `${many.toFixed(0)} MB ÷ ${ten.toFixed(0)} MB`);
  row("peak memory of 99 orders", many, " MB", 150, "");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;
