import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { order, SENTENCES, window } from "../build/build-scene.ts";
import { createScene, pathWithoutBubblewrap, readJsonFile, readJsonLines, removeScenes, type Scene } from "../scene.ts";
import { type Connected, connect } from "./connect.ts";

afterAll(removeScenes);

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

const updatesOf = ({ updates }: Connected, kind: string) =>
  updates.filter((each) => each.sessionUpdate === kind).map(Object);
const titles = ({ permissions }: Connected) => permissions.map(({ toolCall: { title } }) => title);

test("the demo's small spec is planned, and becomes commits that a person approved one by one", async () => {
  const scene = createScene({
    files: { ".gitignore": "node_modules/\n", "README.md": "# evenly\n\nSplit the costs of a shared trip.\n" },
  });
  const record = join(ROOT, "scripts/demo/exchanges.jsonl");
  const before = scene.checkout();
  const editor = await connect({ ...scene, record }, undefined, { own: { approve: ["orders"] } });
  const spec = readFileSync(join(ROOT, "templates/specs/evenly.txt"), "utf8");
  expect(await editor.prompt(`/plan ${spec}`)).toBe("end_turn");
  expect(editor.words()).toContain("PASS  a spec from standard input: 7 work orders");
  expect(editor.permissions).toEqual([]);

  expect(await editor.prompt("/run-all")).toBe("end_turn");
  expect(editor.words()).toMatch(/\nPASS {2}7 of 7 orders.*\n```\n\n$/);
  const work = "the work on WO-0N passed its gates; it is committed once you approve it";
  expect(titles(editor)).toEqual([
    "Carry out these 7 orders?",
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => work.replace("N", `${number}`)),
  ]);
  expect(editor.permissions[0]?.toolCall.content).toMatchObject([
    { content: { text: expect.stringMatching(/WO-07 [\s\S]*\ncaps {2}none/) } },
  ]);
  expect(editor.permissions[1]?.toolCall.content).toContainEqual({
    ...{ type: "diff", path: join(scene.repo, "scripts/verify.sh"), oldText: null },
    newText: expect.stringContaining("node --test"),
  });
  const calls = updatesOf(editor, "tool_call").filter(({ kind }) => kind === "edit");
  expect(calls.map(({ title, status }) => [title.slice(0, 5), status])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((number) => [`WO-0${number}`, "in_progress"]),
  );
  const ends = updatesOf(editor, "tool_call_update").filter(({ content }) => content !== undefined);
  expect(ends.map(({ toolCallId }) => toolCallId)).toEqual(calls.map(({ toolCallId }) => toolCallId));
  for (const { status, content } of ends) {
    expect(status).toBe("completed");
    expect(content[0].content.text).toMatch(/^```\nPASS {2}[0-9a-f]{10} {2}.*(?:test|check)/);
    expect(content[1]).toMatchObject({ type: "diff" });
  }
  const plans = updatesOf(editor, "plan").map(({ entries }) => entries.map(Object));
  expect(plans.at(-1).map(({ status }: { status: string }) => status)).toEqual(Array(7).fill("completed"));
  expect(plans.flat().map(({ status }) => status)).toContain("in_progress");

  const [run = ""] = scene.runs("run-all");
  expect(readJsonFile(run, "request.json")).toMatchObject({ operation: "run-all", by: "program", given: {} });
  expect(readJsonFile(run, "request.json").consent).toBeUndefined();
  expect(readJsonLines(run, "events.jsonl")).toContainEqual(
    expect.objectContaining({ type: "decided", by: expect.objectContaining({ through: "acp", client: "scripted" }) }),
  );
  expect(await editor.close()).toBe(0);
  expect(editor.output().stderr).toBe("");
  expect(scene.leftovers()).toEqual([]);
  expect({ ...scene.checkout(), branches: null, refs: null }).toMatchObject({ ...before, branches: null, refs: null });
});

const building = (): Scene => {
  const scene = createScene();
  scene.answers({
    "plan/attempt-1": window([order(1, "greet.js"), order(2, "bye.js")]),
    "WO-01/attempt-1": scene.answer({ "greet.js": "console.log('hello');\n" }),
    "WO-02/attempt-1": scene.answer({ "bye.js": "console.log('goodbye');\n" }),
  });
  return scene;
};
const SPEC = `${SENTENCES.join(" ")}\n`;
const branchOf = (scene: Scene) => scene.git("branch", "--list", "llmch/*", "--format=%(refname:short)");

test("a text is built; an order whose work a person rejects is not committed, and the end says what comes next", async () => {
  const scene = building();
  const own = { approve: ["orders"] };
  const editor = await connect(
    scene,
    ({ toolCall: { title } }) => (title?.includes("WO-02") ? "reject_once" : "allow_once"),
    { own },
  );
  expect(await editor.prompt(SPEC)).toBe("end_turn");
  expect(scene.git("log", "--format=%s", `main..${branchOf(scene)}`)).toBe("WO-01: Write part 1");
  const statuses = updatesOf(editor, "tool_call_update").filter(({ content }) => content !== undefined);
  expect(statuses.map(({ status }) => status)).toEqual(["completed", "failed"]);
  expect(editor.words()).toMatch(/next +llmch resume[\s\S]*\nFAIL .*\n```\n\n$/);
  expect(scene.leftovers()).toEqual([]);
});

test("a no before the first order makes nothing", async () => {
  const scene = building();
  const editor = await connect(scene, () => "reject_once");
  expect(await editor.prompt(SPEC)).toBe("end_turn");
  expect(titles(editor)).toEqual(["Carry out these 2 orders?"]);
  expect(branchOf(scene)).toBe("");
});

test("where there is no sandbox, a person reads the commands before any runs; later means that it waits", async () => {
  const scene = building();
  const own = { run: {}, sandbox: {} };
  const env = { PATH: pathWithoutBubblewrap(scene) };
  const isPlan = (title: string | null | undefined) => title?.includes("there is no sandbox") === true;
  const editor = await connect(scene, ({ toolCall: { title } }) => (isPlan(title) ? null : "allow_once"), { own, env });
  expect(await editor.prompt(SPEC)).toBe("end_turn");
  const asked = editor.permissions.find(({ toolCall: { title } }) => isPlan(title));
  expect(JSON.stringify(asked?.toolCall.content)).toContain("proves   node greet.js");
  expect(scene.git("log", "--format=%s", "--all")).not.toContain("WO-01");
  expect(editor.words()).toMatch(/llmch decide \w+ plan approve/);
});

test("what opens the network is typed, and the run waits", async () => {
  const scene = building();
  const editor = await connect(scene, undefined, { own: { approve: ["network"] } });
  expect(await editor.prompt(SPEC)).toBe("end_turn");
  expect(titles(editor)).toEqual(["Carry out these 2 orders?"]);
  expect(editor.words()).toContain("network waits for you");
  expect(editor.words()).toMatch(/llmch decide \w+ network approve/);
  expect(scene.git("log", "--format=%s", "--all")).not.toContain("WO-01");
});
