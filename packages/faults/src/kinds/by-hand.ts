import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, makeScene, openScene, type Scene, type SceneInvocation } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";
import { measure } from "../sweep/points.ts";
import { killingAt, killingGit } from "../sweep/strike.ts";

/** What the user has in the checkout: staged and changed again, new, and not the order's. */
const OWN = { "part.js": "good\n", "new.js": "1;\n", "notes.txt": "mine\n" };

const land = ({ llmch, orders, repo, artifacts }: Scene, invocation: SceneInvocation = {}) =>
  llmch(
    ["land", join(orders, "WO-01.json"), "--repo", repo, "--artifacts-dir", artifacts, "--no-sandbox", "--no-color"],
    invocation,
  );

const makeOriginal = (folder: string, binary: string): Scene => {
  mkdirSync(folder, { recursive: true });
  const scene = makeScene({ binary, folder, files: { "README.md": "# Target\n", "part.js": "old\n" } });
  scene.order({ allowed_files: ["part.js", "new.js"], acceptance_commands: ["grep -q good part.js"] });
  scene.git("switch", "--quiet", "-c", "work");
  scene.write({ "part.js": "staged\n" });
  scene.git("add", "part.js");
  scene.write(OWN);
  return scene;
};

/** A person's own work in the checkout, while llmch commits it. */
export const killByHand: FaultKind = {
  name: "kill-by-hand",
  promise: "kill -9 at any changing call of `land`, then again: what the user wrote stands, and is committed once",
  trials: { full: 100, sample: 3 },
  parallel: 3,
  needs: ["strace"],
  prepare: async ({ folder, binary }) => {
    const [original, measured] = [join(folder, "original"), join(folder, "measured")];
    makeOriginal(original, binary);
    const copy = (to: string): Scene => {
      cpSync(original, to, { recursive: true, preserveTimestamps: true });
      return openScene(to, { binary });
    };
    const trial = copy(measured);
    const points = await measure(trial.root, (invocation) => land(trial, invocation));
    return {
      run: async ({ random, folder }) => {
        const scene = copy(join(folder(), "scene"));
        const point = random.pick(points.filter(({ seen, call }) => call !== "openat" || seen.includes("O_CREAT")));
        const { under, env, onOutput } =
          point.process === "llmch" ? killingAt(point) : { onOutput: undefined, ...killingGit(point, scene.root) };
        await land(scene, { under, env, ...(onOutput === undefined ? {} : { onOutput }) });
        const lost = lostFile(scene);
        if (lost !== null) return `${lost} was lost by a kill at ${point.call} ${point.nth} (${point.seen})`;
        // If it was committed before the kill, nothing is left to land.
        const { stderr } = await land(scene);
        const fault = lostFile(scene) ?? unfinished(scene);
        return fault === null
          ? null
          : `${fault}, after a kill at ${point.call} ${point.nth} (${point.seen})\n${stderr}`;
      },
      close: async () => null,
    };
  },
};

const lostFile = ({ repo }: Scene): string | null => {
  const stands = ([path, text]: readonly [string, string]) =>
    existsSync(join(repo, path)) && readFileSync(join(repo, path), "utf8") === text;
  return Object.entries(OWN).find((file) => !stands(file))?.[0] ?? null;
};

const unfinished = ({ git, repo }: Scene): string | null => {
  const [log, status] = [git("log", "--format=%s", "main.."), git("--no-optional-locks", "status", "--porcelain")];
  if (log !== "WO-01: Greet by name") return `the branch has ${log === "" ? "no commit" : log}`;
  if (status !== "?? notes.txt") return `the checkout has ${status}`;
  const locks = filesBelow(join(repo, ".git")).filter((path) => /\.lock$|\.llmch-|llmch-forward$/.test(path));
  return locks.length === 0 ? null : `left in .git: ${locks.join(", ")}`;
};
