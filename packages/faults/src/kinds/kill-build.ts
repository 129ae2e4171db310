import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finished, filesBelow, makeScene, readJsonLines, type Scene, type SceneInvocation } from "@llmch/testkit";
import { isJsonObject, type JsonObject } from "@llmch/text";
import type { FaultKind } from "../kind.ts";
import { answersOfBuild, SPEC } from "../scenes/build-scene.ts";

/** What the user has in the checkout. */
const OWN = { "notes.txt": "mine\n" };
const MOST_KILLS = 3;
/** A user who goes on this often, and is still not done, has a reason to complain. */
const MOST_SESSIONS = 20;

const makeOriginal = (folder: string, binary: string): Scene => {
  mkdirSync(folder, { recursive: true });
  const scene = makeScene({ binary, folder });
  writeFileSync(join(scene.root, "spec.txt"), SPEC);
  scene.answers(answersOfBuild(scene));
  scene.write(OWN);
  return scene;
};

const build = ({ llmch, root, repo, artifacts, record }: Scene, invocation?: SceneInvocation): Promise<Finished> => {
  const places = ["--spec", join(root, "spec.txt"), "--repo", repo, "--artifacts-dir", artifacts, "--replay", record];
  return llmch(["build", ...places, ...WITHOUT_PEOPLE], invocation);
};
const WITHOUT_PEOPLE = ["--scope", "always", "--approve", "none", "--no-sandbox", "--no-color"];

const resume = ({ llmch, repo, artifacts }: Scene, invocation?: SceneInvocation): Promise<Finished> =>
  llmch(["resume", "--repo", repo, "--artifacts-dir", artifacts, "--no-sandbox", "--no-color"], invocation);

/** A build with everything that may happen to one: it is killed at some moments, and gone on with. */
export const killBuild: FaultKind = {
  name: "kill-build",
  promise:
    "kill -9 of a build at any moment, then resume: the commits of one that was not killed, no order twice, nothing asked twice",
  trials: { full: 50, sample: 2 },
  parallel: 3,
  needs: ["timeout"],
  prepare: async ({ folder, binary }) => {
    const whole = makeOriginal(join(folder, "whole"), binary);
    const started = performance.now();
    const { code, stdout, stderr } = await build(whole);
    const seconds = (performance.now() - started) / 1000;
    if (code !== 0 || !stdout.includes("examined 2 of 2"))
      throw new Error(`the build does not pass untouched: ${stdout}${stderr}`);
    const expected = commitsOf(whole);
    return {
      run: async ({ random, folder }) => {
        const scene = makeOriginal(join(folder(), "scene"), binary);
        const before = userOf(scene);
        const told: string[] = [];
        let session = build;
        for (let left = 1 + random.below(MOST_KILLS); told.length < MOST_SESSIONS; left--) {
          const moment = ((seconds * random.below(1000)) / 1000).toFixed(3);
          const killed = { under: ["timeout", "--foreground", "-s", "KILL", moment] };
          const { code, stdout, stderr } = await session(scene, left > 0 ? killed : {});
          told.push(`${left > 0 ? `killed after ${moment} s` : code}: ${stdout}${stderr}`);
          const fault = userOf(scene) === before ? askedTwice(scene) : "the user's checkout was changed";
          if (fault !== null) return [fault, ...told].join("\n");
          const isNone = stderr.includes("there is no unfinished run");
          const commits = commitsOf(scene);
          if (code === 0 || (isNone && commits === expected))
            return commits === expected ? leftOf(scene) : [commits, ...told].join("\n");
          // It was killed before it began: its user begins it again.
          session = isNone ? build : resume;
        }
        return [`it is not over after ${MOST_SESSIONS} sessions`, ...told].join("\n");
      },
      close: async () => null,
    };
  },
};

/** The trees and subjects of the build's commits, in order. */
const commitsOf = ({ git }: Scene): string => {
  const branches = git("branch", "--list", "llmch/*", "--format=%(refname:short)").split("\n");
  const [branch = ""] = branches;
  if (branches.length > 1) return `several branches: ${branches.join(", ")}`;
  return branch === "" ? "no branch" : git("log", "--reverse", "--format=%T %s", branch);
};

/** The user's files, index and HEAD. */
const userOf = ({ checkout }: Scene): string => {
  const { refs: _, ...rest } = checkout();
  return JSON.stringify(rest);
};

/** Each question of a build and its runs has a key of its own. */
const askedTwice = ({ artifacts, runs }: Scene): string | null => {
  if (runs("build").length === 0) return null;
  const keys = filesBelow(artifacts)
    .filter((path) => path.endsWith("exchanges.jsonl"))
    .flatMap((path) => linesOf(join(artifacts, path)))
    .map(({ key }) => String(key));
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  return twice === undefined ? null : `${twice} was asked twice`;
};

/** A torn last line is no record. */
const linesOf = (file: string): readonly JsonObject[] => {
  try {
    return readJsonLines(file).filter(isJsonObject);
  } catch {
    return [];
  }
};

const leftOf = ({ leftovers }: Scene): string | null => {
  const left = leftovers();
  return left.length === 0 ? null : `left behind: ${left.join(", ")}`;
};
