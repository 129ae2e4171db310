import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeScene, type Scene, sceneOrder } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";

/** Pages of memory that the disk of a trial has: from too few for the first file up to enough for both runs. */
const SMALLEST = 1;
const SIZES = 80;
const PAGE_KB = 4;

/**
 * A separate disk for the artifacts, which is full at one of the first writes; a resumption there; and a resumption once there is room. The
 * marks separate the outputs.
 */
const SCRIPT = `
mount -t tmpfs -o "size=$SIZE" none "$DISK" || exit 99
"$@"; echo "=== $?"
"$NODE" "$BINARY" resume --artifacts-dir "$DISK/runs" --no-color; echo "=== $?"
mount -o remount,size=64m none "$DISK" || exit 99
for run in "$DISK"/runs/*/*; do
  "$NODE" "$BINARY" resume "\${run##*/}" --artifacts-dir "$DISK/runs" --no-color; echo "=== $?"
done
"$@"; echo "=== $?"
"$NODE" "$BINARY" audit --artifacts-dir "$DISK/runs" --no-color; echo "=== $?"
`;

/** The disk of the artifacts is full at any of the first writes (reliability, C6). */
export const fullDisk: FaultKind = {
  name: "full-disk",
  promise:
    "an artifacts disk that is full at any of the first writes: said, nothing half done, and resumed or begun anew",
  trials: { full: 2 * SIZES, sample: 4 },
  parallel: 3,
  needs: ["unshare", "mount"],
  prepare: async ({ binary }) => ({
    run: async ({ number, folder }) => {
      const scene = plannedScene(folder(), binary);
      const isAll = number >= SIZES;
      const pages = SMALLEST + (number % SIZES);
      const disk = join(scene.root, "disk");
      mkdirSync(disk);
      const what = isAll ? ["run-all", scene.orders] : ["run", "--work-order", join(scene.orders, "WO-01.json")];
      const start = ["--repo", scene.repo, "--branch", "work", "--artifacts-dir", join(disk, "runs")];
      const jobs = isAll && pages % 2 === 0 ? ["--jobs", "4"] : [];
      const flags = ["--replay", scene.record, "--no-sandbox", "--no-color", ...jobs];
      const env = {
        ...{ PATH: process.env.PATH ?? "", HOME: scene.root, TMPDIR: scene.temporary, LLMCH_CONFIG: "/dev/null" },
        ...{ SIZE: `${pages * PAGE_KB}k`, DISK: disk, NODE: process.execPath, BINARY: binary },
      };
      const argv = ["-rm", "sh", "-c", SCRIPT, "sh", process.execPath, binary, ...what, ...start, ...flags];
      const ended = await ending(argv, env);
      const told = `${what[0]} ${jobs.join(" ")} on ${pages} pages:\n${ended.stdout}${ended.stderr}`;
      if (ended.code === 99) return `no disk could be made; ${told}`;
      const fault = faultOf(scene, `${ended.stdout}${ended.stderr}`, ended.stdout, isAll ? 2 : 1);
      return fault === null ? null : `${fault}; ${told}`;
    },
    close: async () => null,
  }),
};

const ending = (argv: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ readonly code: number | string | null; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      execFile("unshare", argv, { env, encoding: "utf8", timeout: 100_000 }, (fault, stdout, stderr) =>
        resolve({ code: fault === null ? 0 : (fault.code ?? null), stdout, stderr }),
      );
    },
  );

const faultOf = (scene: Scene, said: string, stdout: string, orders: number): string | null => {
  if (/^\s+at .*[:(]/m.test(said)) return "a stack trace was printed";
  if (/is damaged|no checksum|line 1/.test(said)) return "a journal is called damaged";
  if (said.includes("bug in llmch") || said.includes("begins with")) return "a fault that nobody expected";
  const codes = [...stdout.matchAll(/^=== (\d+)$/gm)].map(([, code]) => Number(code));
  if (codes.length < 4 || codes.some((code) => code > 5)) return "no exit code of the contract";
  // If resuming is impossible, the run starts over; one of them ends well, and the other says that there is nothing to do.
  const made = scene.git("rev-list", "--count", "main..work");
  if (made !== String(orders)) return `${made} commits of ${orders} orders`;
  return codes.at(-1) === 0 ? null : "the audit found a fault";
};

const plannedScene = (folder: string, binary: string): Scene => {
  const scene = makeScene({ binary, folder });
  scene.order();
  scene.order(sceneOrder({ id: "WO-02", allowed_files: ["bye.js"] }));
  scene.answers({
    "WO-01/attempt-1": scene.answer({ "greet.js": "export const greet = 1;\n" }),
    "WO-02/attempt-1": scene.answer({ "bye.js": "export const bye = 2;\n" }),
  });
  return scene;
};
