import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeScene, openScene, type Scene, sceneOrder } from "@llmch/testkit";
import { sha256Hex } from "@llmch/text";
import type { FaultKind } from "../kind.ts";

/** No output may hold this: it is in the environment, and in a file outside everything that llmch is told to read. */
const CANARY = "sk-special-files-canary-0123456789";

/** What somebody may have put in place of a file. */
const KINDS: Readonly<Record<string, (path: string, scene: Scene) => void>> = {
  "a pipe": (path) => void execFileSync("mkfifo", [path]),
  "a folder": (path) => mkdirSync(path),
  "a device without an end": (path) => symlinkSync("/dev/zero", path),
  "the environment": (path) => symlinkSync("/proc/self/environ", path),
  "a file of the user's": (path, { root }) => symlinkSync(join(root, "outside.txt"), path),
  "a file of a terabyte": (path) => {
    writeFileSync(path, "");
    truncateSync(path, 2 ** 40);
  },
};

/** A file that llmch reads, and the commands that read it. */
type Reading = readonly [place: (scene: Scene) => string | undefined, ...commands: Command[]];
type Command = (scene: Scene) => readonly string[];

const BRANCH = "work";
const artifacts = ({ artifacts }: Scene) => ["--artifacts-dir", artifacts];
const check: Command = ({ orders }) => ["check", orders];
const graph: Command = ({ orders }) => ["graph", orders];
const runAll: Command = (scene) => [
  ...["run-all", scene.orders, "--repo", scene.repo, "--branch", "more", "--replay", scene.record, "--no-sandbox"],
  ...artifacts(scene),
];
const run: Command = (scene) => ["run", "--work-order", join(scene.orders, "WO-01.json"), ...runAll(scene).slice(2)];
const plan: Command = (scene) => [
  ...["plan", "--spec", join(scene.root, "spec.txt"), "--repo", scene.repo, "--replay", scene.record],
  ...artifacts(scene),
];
const views: readonly Command[] = [
  ...["runs", "show", "audit", "cost", "resume"].map(
    (name): Command =>
      (scene) => [name, ...artifacts(scene)],
  ),
  (scene) => ["report", "--out", join(scene.root, "report.html"), ...artifacts(scene)],
];
const onBranch: Command = (scene) => ["audit", "--branch", BRANCH, "--repo", scene.repo, ...artifacts(scene)];
const inRun = (tool: "factory" | "run-all", name: string) => (scene: Scene) => {
  const [run] = scene.runs(tool);
  return run === undefined ? undefined : join(run, name);
};

const READINGS: readonly Reading[] = [
  [({ orders }) => join(orders, "WO-01.json"), check, graph, runAll, run],
  [({ orders }) => join(orders, "WORK_ORDERS_MANIFEST.json"), check, runAll],
  [({ root }) => join(root, "spec.txt"), plan],
  [({ record }) => record, run, plan],
  [({ repo }) => join(repo, "llmch.config.json"), check, runAll, (scene) => ["config", "--repo", scene.repo]],
  [({ repo }) => join(repo, ".git/llmch", `${sha256Hex("more").slice(0, 16)}.lock`), runAll],
  [({ repo }) => join(repo, ".git/index.lock"), runAll],
  ...["events.jsonl", "exchanges.jsonl", "run_summary.json", "seal.json", "work_order.json", ".reserve"].map(
    (name): Reading => [inRun("factory", name), ...views, onBranch],
  ),
  ...["attempt_1/se_prompt.txt", "attempt_1/proposed_writes.json", "attempt_1/verify_result.json"].map(
    (name): Reading => [inRun("factory", name), ...views, onBranch],
  ),
  ...["events.jsonl", "exchanges.jsonl", "orders/WO-01.json", "seal.json"].map(
    (name): Reading => [inRun("run-all", name), ...views, onBranch],
  ),
];

/** Nothing takes longer than this, on the busiest machine. */
const LIMIT_S = 20;

const CASES = READINGS.flatMap(([place, ...commands]) =>
  Object.entries(KINDS).map(([kind, put]) => ({ place, commands, kind, put })),
);

/** A file that llmch reads is a pipe, a device, a kernel file, a link outside or an endless file. */
export const specialFiles: FaultKind = {
  name: "special-files",
  promise:
    "a pipe, device, link, folder or endless file wherever llmch reads one: told, never hung, never followed out",
  trials: { full: CASES.length, sample: 8 },
  // A run's record names its place, so every trial finds the same run at the same place.
  parallel: 1,
  needs: ["mkfifo", "timeout"],
  prepare: async ({ folder, binary }) => {
    const [place, finished] = [join(folder, "scene"), join(folder, "finished")];
    mkdirSync(place);
    await finishScene(place, binary);
    renameSync(place, finished);
    return {
      run: async ({ number, folder }) => {
        cpSync(finished, place, { recursive: true, preserveTimestamps: true });
        const fault = await faultOf(CASES[number], openScene(place, { binary }));
        if (fault === null) rmSync(place, { recursive: true });
        else renameSync(place, join(folder(), "scene"));
        return fault;
      },
      close: async () => null,
    };
  },
};

const faultOf = async (tried: (typeof CASES)[number] | undefined, scene: Scene): Promise<string | null> => {
  if (tried === undefined) return "there is no such case";
  const file = tried.place(scene);
  if (file === undefined) return "the scene holds no such run";
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  tried.put(file, scene);
  for (const command of tried.commands) {
    const argv = command(scene);
    // Without -k a process that waits for a pipe in the kernel would outlive the signal.
    const under = ["timeout", "-k", "1", String(LIMIT_S)];
    const { code, stdout, stderr } = await scene.llmch([...argv, "--no-color"], {
      under,
      env: { LLMCH_TOKEN: CANARY },
    });
    const told = `${tried.kind} as ${basename(dirname(file))}/${basename(file)}, ${argv[0]}: ended with ${code}\n${stdout}${stderr}`;
    if (code === null || code >= 124) return `it hung or broke; ${told}`;
    if (/^\s+at .*[:(]/m.test(stderr) || stderr.includes("bug in llmch")) return `a stack trace was printed; ${told}`;
    if (`${stdout}${stderr}`.includes(CANARY)) return `a secret was printed; ${told}`;
  }
  const leak = leakIn(scene);
  return leak === null ? null : `${tried.kind} as ${file}: ${leak}`;
};

/** A scene in which a run-all of two orders has landed one and failed at the other. */
const finishScene = async (folder: string, binary: string): Promise<void> => {
  const scene = makeScene({ binary, folder });
  writeFileSync(join(scene.root, "outside.txt"), `${CANARY}\n`);
  writeFileSync(join(scene.root, "spec.txt"), "Build a greeter.\n");
  scene.order();
  scene.order(sceneOrder({ id: "WO-02", allowed_files: ["bye.js"] }));
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "export const greet = 1;\n" }) });
  await scene.runAll(["--branch", BRANCH, "--no-sandbox", "--no-color"]);
};

/** Reports whether anything that llmch wrote holds the secret. */
const leakIn = ({ artifacts, root }: Scene): string | null => {
  const places = [artifacts, join(root, "report.html")].filter((path) => existsSync(path));
  try {
    // Grep exits with 1 if it finds nothing. It skips devices and does not follow links.
    return `a secret was written: ${execFileSync("grep", ["-rl", "-D", "skip", "--exclude-dir=.git", CANARY, ...places.map(String)], { encoding: "utf8" })}`;
  } catch {
    return null;
  }
};
