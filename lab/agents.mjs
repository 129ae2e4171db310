// Has a real agent, opencode over ACP, carry out the demo's orders in a network without a way out, with a scripted model behind it: to
// the verdicts and trees of the recorded answers, up to a budget, and through kills of llmch. It shows that the two work together, not
// that what an agent does is of use (`pnpm agents`). Only fetching the agent from npm needs a network.
//   --kills N (default 30)   --seed S   --no-sandbox
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program itself: the package `opencode-ai` is a script that chooses one of its kind. */
const PACKAGE = `opencode-linux-${process.arch}`;
const VERSION = "1.18.33";

const folder = mkdtempSync(join(tmpdir(), "llmch-agent-"));
try {
  const install = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", [...install, `${PACKAGE}@${VERSION}`], { stdio: "inherit" });
  const work = fileURLToPath(new URL("agents/carry-out.mjs", import.meta.url));
  const argv = [process.execPath, work, join(folder, "node_modules", PACKAGE, "bin"), ...process.argv.slice(2)];
  const isolated = process.getuid?.() === 0 ? ["--net"] : ["--net", "--map-root-user"];
  const inside = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...argv];
  const { status, error } = spawnSync("unshare", [...isolated, ...inside], { stdio: "inherit" });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
