import type { EventBody } from "@llmch/contract";
import { carryOut } from "@llmch/factory";
import { type LandingFaults, memoryLanding, orderScene, type SceneOptions } from "@llmch/testkit";
import { describe, expect, test } from "vitest";

import { type LandingOutcome, landCandidate } from "./land-candidate.ts";
import { noPush } from "./push.ts";

const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };
const COMMIT = { message: "WO-01: Greet by name\n", branch: "factory/adhoc/run" };

interface Landing extends SceneOptions {
  readonly landingFaults?: LandingFaults;
  readonly remote?: string;
  readonly isPushed?: boolean;
}

/** Carries out an order in memory, and lands it. */
const landed = async (options: Landing = {}) => {
  const { ports, job } = orderScene(options);
  const landing = memoryLanding(options.landingFaults, options.remote);
  const outcome = await carryOut(job, ports);
  if (outcome.kind !== "candidate") throw new Error(outcome.kind);
  const before = ports.ledger.events.length;
  const push = options.isPushed === false ? noPush : landing.push;
  const done = landCandidate(outcome.candidate, COMMIT, { ...ports, landing, push });
  return { ports, landing, outcome: await done, events: ports.ledger.events.slice(before) };
};

const types = (events: readonly EventBody[]) =>
  events.map((event) => ("step" in event ? `${event.type} ${event.step}` : event.type));

describe("a candidate", () => {
  test("becomes a commit, is pushed, and leaves the worktree clean at it", async () => {
    const { ports, landing, outcome, events } = await landed({ ...VERIFIED, remote: "origin" });
    expect(outcome).toMatchObject({
      kind: "passed",
      commit: { commit: "commit-1", tree: "tree-1" },
      aftermath: null,
      attempt: {
        attempt: 1,
        verdict: "PASS",
        stage: null,
        summary: "Did as the order says.",
        touched_files: ["greet.js"],
        repo_drift: [],
        failure_brief: null,
      },
    });
    expect(landing.messages).toEqual([COMMIT.message]);
    expect([...ports.workspace.files.keys()].sort()).toEqual(["greet.js", "scripts/verify.sh"]);
    expect(types(events)).toEqual([
      "step_started finalize",
      "committing",
      "committed",
      "pushed",
      "step_finished finalize",
    ]);
  });

  test("reports what commands changed besides, and leaves it out", async () => {
    const scene: SceneOptions = {
      commands: {
        "node --check greet.js": () => {
          drop?.("stray.txt", "left behind");
          return {};
        },
      },
    };
    let drop: ((path: string, text: string) => void) | null = null;
    const { ports, job } = orderScene(scene);
    drop = ports.workspace.put;
    const outcome = await carryOut(job, ports);
    if (outcome.kind !== "candidate") throw new Error(outcome.kind);
    const landing = memoryLanding();
    const done = await landCandidate(outcome.candidate, COMMIT, { ...ports, landing, push: landing.push });
    expect(done.attempt.repo_drift).toEqual(["stray.txt"]);
    const said = expect.objectContaining({ type: "committed", files: ["greet.js"], drift: ["stray.txt"] });
    expect(ports.ledger.events).toContainEqual(said);
    expect([...ports.workspace.files.keys()]).toEqual(["greet.js"]);
  });

  test("does not pass if its branch has moved", async () => {
    const { ports, landing, outcome, events } = await landed({ landingFaults: { stale: "the branch moved" } });
    expect(outcome).toMatchObject({ kind: "not-committed", reason: "the branch moved", attempt: { verdict: "ERROR" } });
    expect(types(events).slice(-2)).toEqual(["step_finished finalize", "rolled_back"]);
    expect(ports.workspace.files.size).toBe(0);
    expect(landing.pushes()).toBe(0);
  });

  const full = new Error("the disk is full");
  const failAt = (type: EventBody["type"]) => (event: EventBody) => {
    if (event.type === type) throw full;
  };
  test.each<[string, Landing]>([
    ["the worktree cannot be cleaned", { faults: { resetAfterLanding: full } }],
    ["the commit cannot be recorded", { onEvent: failAt("committed") }],
    ["the push cannot be recorded", { remote: "origin", onEvent: failAt("pushed") }],
  ])("stays a pass, with an aftermath, if %s", async (_, options) => {
    const { outcome } = await landed(options);
    expect(outcome).toMatchObject({ kind: "passed", commit: { commit: "commit-1" }, aftermath: "the disk is full" });
  });

  test.each<[string, Landing, readonly EventBody[]]>([
    [
      "a failed push is a warning",
      { landingFaults: { push: "refused" } },
      [{ type: "warning", message: "the push failed: refused", about: "push" }],
    ],
    ["no remote is no warning", {}, []],
    ["a push is said", { remote: "origin" }, [{ type: "pushed", remote: "origin" }]],
    ["what is not to be pushed is not", { remote: "origin", isPushed: false }, []],
  ])("%s", async (_, options, expected) => {
    const { outcome, events } = await landed(options);
    expect(outcome satisfies LandingOutcome).toMatchObject({ kind: "passed", aftermath: null });
    expect(events.filter(({ type }) => type === "warning" || type === "pushed")).toEqual(expected);
  });
});

test("what could not be recorded is not committed", async () => {
  const { ports, job } = orderScene(VERIFIED);
  const outcome = await carryOut(job, ports);
  if (outcome.kind !== "candidate") throw new Error(outcome.kind);
  const ledger = { ...ports.ledger, settle: () => Promise.reject(new Error("the disk is full")) };
  const landing = memoryLanding();
  const done = landCandidate(outcome.candidate, COMMIT, { ...ports, ledger, landing, push: landing.push });
  await expect(done).rejects.toThrow("the disk is full");
  expect(landing.messages).toEqual([]);
});
