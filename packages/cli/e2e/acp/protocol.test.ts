import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { serves, startModelServer } from "@llmch/testkit";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";
import { createScene, removeScenes } from "../scene.ts";
import { connect } from "./connect.ts";

afterAll(removeScenes);

/** An editor whose plan has one order, for which the model never answers. */
const waiting = async () => {
  const scene = createScene();
  const server = await startModelServer({ chat: [serves.silence()] });
  onTestFinished(() => server.close());
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])) });
  const env = { OPENAI_API_KEY: "sk-canary-0123456789", OPENAI_BASE_URL: server.url };
  const editor = await connect(scene, undefined, { own: { factory: { model: "gpt-5.2" } }, env });
  const before = scene.checkout();
  const turn = editor.prompt("Build a small program.");
  await expect.poll(() => server.requests.length).toBeGreaterThan(0);
  return { scene, editor, turn, before };
};

test("what is cancelled in the middle is put back, and the end says how to go on", async () => {
  const { scene, editor, turn, before } = await waiting();
  await editor.agent.notify("session/cancel", { sessionId: editor.sessionId });
  expect(await turn).toBe("cancelled");
  expect(editor.words()).toMatch(/next +llmch resume/);
  expect(scene.leftovers()).toEqual([]);
  expect(scene.git("log", "--format=%s", "--all")).not.toContain("WO-01");
  expect({ ...scene.checkout(), branches: null, refs: null }).toMatchObject({ ...before, branches: null, refs: null });
});

test("an editor that goes away ends what it began, as Ctrl-C does", async () => {
  const { scene, editor, turn } = await waiting();
  turn.catch(() => {});
  expect(await editor.close()).toBe(0);
  expect(scene.leftovers()).toEqual([]);
});

test("a signal ends it too", async () => {
  const { scene, editor, turn } = await waiting();
  turn.catch(() => {});
  const gone = once(editor.process, "exit");
  editor.process.kill("SIGTERM");
  expect(await gone).toEqual([0, null]);
  expect(scene.leftovers()).toEqual([]);
});

test("an open question is cancelled with its prompt", async () => {
  const scene = createScene();
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])) });
  const editor = await connect(scene, () => new Promise(() => {}));
  const turn = editor.prompt("Build a small program.");
  await expect.poll(() => editor.permissions.length).toBe(1);
  await editor.agent.notify("session/cancel", { sessionId: editor.sessionId });
  expect(await turn).toBe("cancelled");
  expect(scene.leftovers()).toEqual([]);
});

test("an editor that can ask nobody has nobody say yes", async () => {
  const scene = createScene();
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1)])) });
  const editor = await connect(scene, () => {
    throw new Error("no permission here");
  });
  expect(await editor.prompt("Build a small program.")).toBe("end_turn");
  expect(editor.output().stderr).toContain("session/request_permission was refused");
  expect(scene.git("branch", "--list", "llmch/*")).toBe("");
});

test("commands are announced; a word that is none, or a request that cannot be, is answered with what can", async () => {
  const scene = createScene();
  const editor = await connect(scene);
  await expect
    .poll(() => editor.updates)
    .toMatchObject([
      {
        sessionUpdate: "available_commands_update",
        availableCommands: [{ name: "run-all" }, { name: "plan" }, { name: "resume" }, { name: "ask" }],
      },
    ]);
  expect(await editor.prompt("/deploy now")).toBe("end_turn");
  expect(editor.words()).toBe("Say what is to be built, or begin with /run-all, /plan, /resume or /ask.\n\n");
  expect(await editor.prompt("/run-all --yes")).toBe("end_turn");
  expect(editor.words()).toContain("--yes");
  const { agent, sessionId } = editor;
  await expect(agent.request("session/new", { cwd: "repo", mcpServers: [] })).rejects.toMatchObject({ code: -32602 });
  const prompt = [{ type: "text" as const, text: "Build it." }];
  await expect(agent.request("session/prompt", { sessionId: "none", prompt })).rejects.toMatchObject({ code: -32602 });
  await expect(agent.request("session/load", { sessionId, cwd: scene.repo, mcpServers: [] })).rejects.toMatchObject({
    code: -32601,
  });
});

test("a session has one prompt at a time, and sessions work side by side", async () => {
  const { scene, editor, turn } = await waiting();
  const { agent, sessionId } = editor;
  const prompt = [{ type: "text" as const, text: "Build it." }];
  await expect(agent.request("session/prompt", { sessionId, prompt })).rejects.toMatchObject({ code: -32602 });
  const other = await agent.request("session/new", { cwd: scene.repo, mcpServers: [] });
  const asked = [{ type: "text" as const, text: "/nothing" }];
  expect(await agent.request("session/prompt", { sessionId: other.sessionId, prompt: asked })).toMatchObject({
    stopReason: "end_turn",
  });
  await agent.notify("session/cancel", { sessionId });
  expect(await turn).toBe("cancelled");
});

test("no frame holds a key, wherever it comes from", async () => {
  const scene = createScene();
  const key = "sk-canary-0123456789";
  const folder = join(scene.root, key);
  mkdirSync(folder);
  scene.answers({ "plan/attempt-1": JSON.stringify(samplePlan([sampleOrder(1, { title: `Write ${key}` })])) });
  const editor = await connect(scene, undefined, { env: { OPENAI_API_KEY: key } });
  await editor.agent.request(`session/${key}`, {}).catch(() => {});
  expect(await editor.prompt(`/plan Build ${key}.`)).toBe("end_turn");
  expect(await editor.prompt(`/run-all ${folder}`)).toBe("end_turn");
  const { stdout, stderr } = editor.output();
  expect(`${stdout}${stderr}`).not.toContain(key);
  expect(stdout).toContain("[redacted by llmch]");
});

test("what is no message is answered with an error, so that nobody waits for it", async () => {
  const editor = await connect(createScene());
  editor.process.stdin?.write('{"id":22,"id":23,"method":"initialize"}\n');
  await expect.poll(() => editor.output().stdout).toContain('"id":null,"error":{"code":-32700');
  expect(await editor.close()).toBe(0);
});
