import { readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, pathWithoutBubblewrap, readJsonLines, type Scene } from "../scene.ts";
import { type Connected, connect, type Document } from "./connect.ts";

const SPEC = "Build a small program in two parts.\n";

const planned = (): Scene => {
  const scene = createScene();
  scene.answers({
    "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1), sampleOrder(2)])),
    "WO-01/attempt-1": scene.answer({ "src/part-1.js": "1;\n" }),
    "WO-02/attempt-1": scene.answer({ "src/part-2.js": "2;\n" }),
  });
  return scene;
};

const needOf = ({ needs }: Document): Document => {
  const [first]: readonly unknown[] = Array.isArray(needs) ? needs : [];
  return Object.fromEntries(Object.entries(first ?? {}));
};

/** A run that waits for the first thing. */
const waiting = async ({ does, ended }: Connected, approve: readonly string[]): Promise<Document> => {
  const { run_id: plan } = await does("plan_start", { spec: SPEC });
  await ended(plan);
  const { run_id: run } = await does("run_start", { plan, approve });
  return ended(run);
};

it("a model decides about a plan, once it was shown it, and the record says who did", async () => {
  const scene = planned();
  const client = await connect(scene);
  const status = await waiting(client, ["plan"]);
  const { run_id: run } = status;
  const { id, sha256, ...need } = needOf(status);
  expect([status.state, need]).toMatchObject(["waiting", { kind: "plan", who: "you" }]);
  const said = { run, id, decision: "approve" };
  const changed = await client.call("decide", { ...said, sha256: "0".repeat(64) });
  expect(changed).toMatchObject({ isError: true, document: { errors: [{ code: "changed" }] } });
  expect(await client.does("runs", { waiting: true })).toMatchObject({ runs: [{ run_id: run }] });
  await client.does("decide", { ...said, sha256 });
  expect(await client.ended(run)).toMatchObject({ state: "passed", verdict: "PASS" });
  const [folder = ""] = scene.runs("run-all");
  expect(readdirSync(join(folder, "decisions"))).toHaveLength(1);
  expect(readJsonLines(folder, "events.jsonl")).toContainEqual(
    expect.objectContaining({
      ...{ type: "decided", id, of: "plan", sha256, decision: "approve" },
      by: expect.objectContaining({ through: "mcp", client: "scripted" }),
    }),
  );
  // It is decided, and nothing takes it back.
  expect((await client.call("decide", { ...said, decision: "reject", sha256 })).isError).toBe(true);
});

it("a plan that a model rejects with words waits again, in the same run", async () => {
  const scene = planned();
  const client = await connect(scene);
  const status = await waiting(client, ["plan"]);
  const { run_id: run } = status;
  const { id, sha256 } = needOf(status);
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])) });
  await client.does("decide", { run, id, decision: "reject", text: "Part 1 alone.", sha256 });
  const again = await client.ended(run);
  const need = needOf(again);
  expect([again.state, need]).toMatchObject(["waiting", { kind: "plan", what: "carry out this order" }]);
  expect(need.sha256).not.toBe(sha256);
  await client.does("decide", { run, id, decision: "approve", sha256: need.sha256 });
  expect(await client.ended(run)).toMatchObject({ state: "passed", verdict: "PASS" });
});

it("what a model's words make of a person's plan is unseen: it waits for a person if it wants more", async () => {
  const scene = planned();
  const env = { PATH: pathWithoutBubblewrap(scene) };
  writeFileSync(join(scene.root, "spec.txt"), SPEC);
  const places = ["--repo", "repo", "--artifacts-dir", scene.artifacts, "--replay", scene.record];
  expect(await scene.llmch(["plan", "--spec", "spec.txt", ...places])).toMatchObject({ code: 0 });
  const [plan = ""] = scene.runs("planner");
  const client = await connect(scene, { run: { sandbox: "auto" } }, env);
  const { run_id: run } = await client.does("run_start", { plan: basename(plan), approve: ["plan"] });
  const { id, sha256, who } = needOf(await client.ended(run));
  expect(who).toBe("you");
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])) });
  await client.does("decide", { run, id, decision: "reject", text: "Part 1 alone.", sha256 });
  const need = needOf(await client.ended(run));
  expect(need).toMatchObject({ who: "a person", what: expect.stringContaining("there is no sandbox") });
  const refused = await client.call("decide", { run, id, decision: "approve", sha256: need.sha256 });
  expect(refused.isError).toBe(true);
});

it("a model decides about no work, no network and no push: it is told what a person types", async () => {
  const scene = planned();
  const client = await connect(scene);
  const status = await waiting(client, ["orders"]);
  const { run_id: run } = status;
  const { id, sha256, ...need } = needOf(status);
  expect(status).toMatchObject({ state: "waiting" });
  expect([status.verdict, status.result]).toEqual([undefined, undefined]);
  expect(JSON.stringify(status)).not.toContain("ERROR");
  // On a busy machine, an earlier answer may have told this event.
  const { events } = await client.does("run_status", { run });
  expect(JSON.stringify(events)).toContain("WO-01: WAITING");
  expect(need).toMatchObject({
    kind: "orders",
    who: "a person",
    diff: expect.stringMatching(/^diff --git a\/src\/part-1.js [\s\S]*\n\+1;\n/),
    commands: [expect.stringContaining("WO-01 approve"), expect.stringContaining("WO-01 reject")],
  });
  expect((await client.call("show", { run })).text).toContain("WO-01");
  expect((await client.call("show", { run, part: "diff" })).text).toContain(String(need.diff).trimEnd());
  for (const decision of ["approve", "reject"]) {
    const refused = await client.call("decide", { run, id, decision, text: "Because I say so.", sha256 });
    expect(refused).toMatchObject({
      isError: true,
      document: { errors: [{ hint: expect.stringContaining(`llmch decide ${String(run)} WO-01 approve`) }] },
    });
  }
  expect(scene.git("branch", "--list", "llmch/*")).toBe("");
  const commands: unknown = need.commands;
  const [command] = Array.isArray(commands) ? commands : [];
  const typed = String(command).split(" ").slice(1);
  const decided = await scene.llmch(typed, { env: { LLMCH_CONFIG: join(scene.root, "own-settings.json") } });
  expect(decided.code).toBe(6);
  expect(scene.git("branch", "--list", "llmch/*", "--format=%(refname:short)")).toMatch(/^llmch\//);
  // Its second order waits now, and no process works on it.
  expect(await client.does("cancel", { run })).toMatchObject({ state: "cancelled", needs: [] });
});

it("a plan that a program had made waits for a person where its commands would not be isolated", async () => {
  const scene = planned();
  const env = { PATH: pathWithoutBubblewrap(scene) };
  const client = await connect(scene, { run: { sandbox: "auto" } }, env);
  const status = await waiting(client, []);
  const { run_id: run } = status;
  const { id, sha256, ...need } = needOf(status);
  expect(need).toMatchObject({ kind: "plan", who: "a person", what: expect.stringContaining("there is no sandbox") });
  const refused = await client.call("decide", { run, id, decision: "approve", sha256 });
  expect(refused).toMatchObject({
    isError: true,
    document: { errors: [{ hint: expect.stringContaining(`llmch decide ${String(run)} plan approve`) }] },
  });
  const place = ["--artifacts-dir", scene.artifacts];
  const own = { ...env, LLMCH_CONFIG: join(scene.root, "own-settings.json") };
  const decided = await scene.llmch(["decide", String(run), "approve", ...place], { env: own });
  expect(decided, decided.stderr).toMatchObject({ code: 0 });
});
