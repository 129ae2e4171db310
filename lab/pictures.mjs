// Draws the pictures of the README from a real run of the demo's plan: the live view during the run, and the report in
// a browser. Needs `script` (util-linux) and Chromium ($CHROMIUM, else on the PATH).
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { createTarget, TARGET_FILES } from "../scripts/demo/target.mjs";
import { screenSvg } from "./pictures/screen-svg.mjs";
import { watchTerminal } from "./pictures/terminal.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pictures = join(root, "docs/pictures");
const COLUMNS = 96;
const ROWS = 30;

const work = realpathSync(mkdtempSync(join(tmpdir(), "llmch-pictures-")));
const kept = ["PATH", "HOME", "LANG"].map((name) => [name, process.env[name]]);
const env = { ...Object.fromEntries(kept), LANG: "C.UTF-8", ARTIFACTS_DIR: join(work, "artifacts"), FORCE_COLOR: "1" };
const cli = join(root, "packages/cli/bin/llmch.js");
const llmch = (...argv) =>
  execFileSync(process.execPath, [cli, ...argv], { cwd: work, env, encoding: "utf8", stdio: "pipe" });

const drawScreen = (name, lines, title) => {
  writeFileSync(join(pictures, name), screenSvg(lines, { columns: COLUMNS, title }));
  process.stdout.write(`docs/pictures/${name}\n`);
};

/** The last `count` lines; nobody reads a picture of more than a screen. */
const ending = (lines, count) => lines.slice(-count);

try {
  createTarget(join(work, "evenly"), TARGET_FILES, env);
  copyFileSync(join(root, "scripts/demo/exchanges.jsonl"), join(work, "answers.jsonl"));
  copyFileSync(join(root, "templates/specs/evenly.txt"), join(work, "evenly.txt"));
  llmch("plan", "evenly.txt", "--repo", "evenly", "--outdir", "wo", "--replay", "answers.jsonl");

  const runAll = `${process.execPath} ${cli} run-all wo --repo evenly --yes --replay answers.jsonl`;
  const { CI: _, FORCE_COLOR: __, ...terminalEnv } = env;
  const live = await watchTerminal(runAll, {
    columns: COLUMNS,
    rows: ROWS,
    cwd: work,
    env: terminalEnv,
    wanted: (text) => /WO-04.*2\/5.*verify/.test(text),
  });
  if (live.code !== 0 || live.best === null) throw new Error(`the run was not seen: ${live.last.text}`);
  drawScreen("live.svg", ending(live.best.lines, ROWS), "llmch run-all wo");

  const report = join(work, "report.html");
  llmch("report", "--out", report);
  const executablePath =
    process.env.CHROMIUM ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, deviceScaleFactor: 1 });
  await page.goto(pathToFileURL(report).href);
  writeFileSync(join(pictures, "report.png"), await page.screenshot());
  await browser.close();
  process.stdout.write(
    `docs/pictures/report.png (${Math.round(readFileSync(join(pictures, "report.png")).length / 1024)} KB)\n`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
