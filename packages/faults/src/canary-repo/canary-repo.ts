import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Canary, HOSTILE_ACTS, HOSTILE_REMOTES, type HostileAct, makeCanary, makeHostile } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";
import { plannedScene } from "../scenes/planned-scene.ts";
import { bareRepo } from "./bare-repo.ts";

interface Case {
  readonly name: string;
  readonly acts: readonly HostileAct[];
  /** Whether the user has the working branch checked out. */
  readonly stands: boolean;
}

/** Each act alone, with the user on the working branch, whose checkout follows it; then the acts that work together. */
const CASES: readonly Case[] = [
  ...[...HOSTILE_ACTS, ...HOSTILE_REMOTES].map((act) => ({ name: act.name, acts: [act], stands: true })),
  { name: "all acts", acts: HOSTILE_ACTS, stands: true },
  { name: "all acts", acts: HOSTILE_ACTS, stands: false },
  { name: "a planted bare repo", acts: [], stands: false },
];

/** A repo whose own configuration tries to run a program, and in which a plan is made and carried out (reliability, G1). */
export const canaryRepo: FaultKind = {
  name: "canary-repo",
  promise: `${HOSTILE_ACTS.length + HOSTILE_REMOTES.length} ways in which a repo makes git run a program: plan and run-all run none`,
  trials: { full: CASES.length, sample: 3 },
  parallel: 3,
  needs: [],
  prepare: async ({ binary }) => ({
    run: async ({ number, folder }) => {
      const hostile = CASES[number];
      if (hostile === undefined) return `there is no case ${number}`;
      const canary = makeCanary();
      const fault = await planAndRun(hostile, canary, binary, folder());
      canary.remove();
      return fault === null ? null : `${hostile.name}, the user ${hostile.stands ? "" : "not "}on the branch: ${fault}`;
    },
    close: async () => null,
  }),
};

const planAndRun = async (
  { acts, stands }: Case,
  canary: Canary,
  binary: string,
  folder: string,
): Promise<string | null> => {
  const scene = plannedScene(folder, binary, {
    "README.md": "# Target\n",
    ...bareRepo("vendor/planted", canary.script),
  });
  const remote = join(scene.root, "remote.git");
  scene.git("init", "--quiet", "--bare", "--template=", remote);
  scene.git("remote", "add", "origin", remote);
  if (stands) scene.git("checkout", "--quiet", "-b", "work");
  // Attributes on files of no order: a filter on an order's file would be refused before anything could run.
  makeHostile({ path: scene.repo }, { acts, canary, pattern: "*.md" });
  writeFileSync(join(scene.root, "spec.txt"), "Build a greeter.\n");
  const env = { PATH: `${process.env.PATH ?? ""}:${canary.folder}` };
  const sang = (when: string) => (canary.song() === "" ? null : `${when} ran ${canary.song().trim()}`);

  const planned = await scene.plan([], { env });
  if (planned.code !== 0) return `plan ended with ${planned.code}: ${planned.stderr}`;
  const ran = await scene.runAll(["--branch", "work", "--push"], { env });
  if (ran.code !== 0) return sang("run-all") ?? `run-all ended with ${ran.code}: ${ran.stderr}${ran.stdout}`;
  if (acts.length === 0) {
    // llmch need not accept a bare repo, but if it ends up in one, nothing of it may run.
    const inside = join(scene.repo, "vendor/planted");
    await scene.plan(["--repo", inside, "--overwrite"], { env, cwd: inside });
    await scene.llmch(["run-all", scene.orders, "--repo", inside, "--replay", scene.record], { env, cwd: inside });
  }
  return sang("plan or run-all");
};
